/** Stores areas that were read from a file as a version that is not in force yet. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { areaVersions } from "../../../db/schema/mod.ts";
import type { ReadAreas } from "../../domain/maps/area_import.ts";
import { audit } from "../audit.ts";

/** `leftOut` are names in the file that no region of the map has. */
export interface ImportedAreas {
  version: number;
  areas: number;
  points: number;
  keptPoints: number;
  leftOut: string[];
}

/** Names that an answer lists. */
const NAMED = 20;

export function importAreas(ctx: Context, name: string, read: ReadAreas): Promise<ImportedAreas> {
  const { features, points, keptPoints, leftOut } = read;
  return inTransaction(ctx.db, async (tx) => {
    const [{ id: version }] = await tx.insert(areaVersions).values({
      name,
      geojson: JSON.stringify({ type: "FeatureCollection", features }),
      areas: features.length,
      points: keptPoints,
      uploadedAt: ctx.now,
      uploadedBy: ctx.actor?.id ?? null,
    }).returning({ id: areaVersions.id });
    await audit(tx, ctx, {
      action: "areas.import",
      entityId: version,
      after: { name, areas: features.length, points: keptPoints },
    });
    return { version, areas: features.length, points, keptPoints, leftOut: leftOut.slice(0, NAMED) };
  });
}
