/** The areas by which maps are drawn: imported ones in force, or the approximate ones that come with the portal. */
import { desc, eq, gt, isNotNull } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { accounts, areaVersions } from "../../../db/schema/mod.ts";
import type { AreaFeature } from "../../domain/maps/area_import.ts";
import { notFound } from "../../domain/refusal.ts";

/** A version of imported areas, without its outlines. Instants in milliseconds. */
export interface AreaVersion {
  id: number;
  name: string;
  areas: number;
  points: number;
  uploadedAt: number;
  uploadedBy: string;
}

const COLUMNS = {
  id: areaVersions.id,
  name: areaVersions.name,
  areas: areaVersions.areas,
  points: areaVersions.points,
  uploadedAt: areaVersions.uploadedAt,
  by: accounts.name,
};

/** At most this many versions are listed, the newest first. */
const LISTED = 50;

/** The version in force; `areas` is how many regions it has. */
export type AreasInForce = { version: number; areas: number; uploadedAt: number };

const newestInForce = (db: Context["db"] | Tx) => {
  const { id: version, areas, uploadedAt } = areaVersions;
  return db.select({ version, areas, uploadedAt }).from(areaVersions)
    .where(isNotNull(areaVersions.inForceAt)).orderBy(desc(areaVersions.inForceAt), desc(areaVersions.id)).limit(1);
};
const prepared = preparedBy((db, _key: "newest") => newestInForce(db).prepare());

const unlessApproximate = (row: AreasInForce | undefined) => row && row.areas > 0 ? row : null;

/** The version of imported areas in force; null for the approximate areas. */
export const areasInForce = async (db: Context["db"]): Promise<AreasInForce | null> =>
  unlessApproximate(await prepared(db, "newest").get());

/** `areasInForce` in a transaction. */
export const areasInForceIn = async (tx: Tx): Promise<AreasInForce | null> =>
  unlessApproximate(await newestInForce(tx).get());

/** The version in force with its outlines; null for the approximate areas. */
export async function outlinesInForce(db: Context["db"]): Promise<AreasInForce & { features: AreaFeature[] } | null> {
  const { id: version, areas, uploadedAt, geojson } = areaVersions;
  const row = await db.select({ version, areas, uploadedAt, geojson }).from(areaVersions)
    .where(isNotNull(areaVersions.inForceAt)).orderBy(desc(areaVersions.inForceAt), desc(areaVersions.id)).limit(1)
    .get();
  if (!row?.geojson || row.areas === 0) return null;
  return {
    version: row.version,
    areas: row.areas,
    uploadedAt: row.uploadedAt,
    features: JSON.parse(row.geojson).features,
  };
}

/** The newest imported versions and how many there are; a return to the approximate areas is none. */
export async function listAreaVersions(ctx: Context): Promise<{ versions: AreaVersion[]; all: number }> {
  const imported = gt(areaVersions.areas, 0);
  const rows = await ctx.db.select(COLUMNS).from(areaVersions)
    .leftJoin(accounts, eq(accounts.id, areaVersions.uploadedBy))
    .where(imported).orderBy(desc(areaVersions.id)).limit(LISTED);
  const all = rows.length < LISTED ? rows.length : await ctx.db.$count(areaVersions, imported);
  return { versions: rows.map(({ by, ...row }) => ({ ...row, uploadedBy: by ?? "" })), all };
}

/** The outlines of a version. Throws not-found. */
export async function areaFeatures(ctx: Context, version: number): Promise<AreaFeature[]> {
  const row = await ctx.db.select({ geojson: areaVersions.geojson }).from(areaVersions)
    .where(eq(areaVersions.id, version)).get();
  if (!row?.geojson) throw notFound("version of the areas");
  return JSON.parse(row.geojson).features;
}
