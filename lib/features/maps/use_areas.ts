/** Puts a version of imported areas in force, or goes back to the approximate ones. */
import { and, eq, gt, max } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { areaVersions } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { UseAreasInput } from "../../schemas/maps/places.ts";
import { audit } from "../audit.ts";
import { areasInForceIn } from "./areas.ts";

/** The row of a return to the approximate areas: it has none of its own. */
const APPROXIMATE = { name: "", geojson: "", areas: 0, points: 0 };

/** Throws not-found for a version that does not exist. */
export function useAreas(ctx: Context, { version }: UseAreasInput): Promise<{ version: number | null }> {
  return inTransaction(ctx.db, async (tx) => {
    const before = (await areasInForceIn(tx))?.version ?? null;
    if (before === version) return { version };
    const newest = await tx.select({ at: max(areaVersions.inForceAt) }).from(areaVersions).get();
    // Two choices within a millisecond keep their order.
    const inForceAt = Math.max(ctx.now, (newest?.at ?? 0) + 1);
    if (version === null) {
      const by = { uploadedAt: ctx.now, uploadedBy: ctx.actor?.id ?? null };
      await tx.insert(areaVersions).values({ ...APPROXIMATE, ...by, inForceAt });
    } else {
      const [used] = await tx.update(areaVersions).set({ inForceAt })
        .where(and(eq(areaVersions.id, version), gt(areaVersions.areas, 0))).returning({ id: areaVersions.id });
      if (!used) throw notFound("version of the areas");
    }
    await audit(tx, ctx, {
      action: "areas.use",
      entityId: version ?? 0,
      before: { version: before },
      after: { version },
    });
    return { version };
  });
}
