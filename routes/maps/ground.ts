import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import type { AreasInForce } from "../../lib/features/maps/mod.ts";
import { REGIONS } from "../../lib/domain/places/regions.ts";
import { type Assets, mapFile } from "../../lib/server/assets.ts";
import type { Context } from "../../lib/server/http.ts";

const SHORES = "Shorelines: GSHHG";
const POSTAL_AREAS = "Areas: GeoNames postal areas";

/**
 * Where a version of imported areas is. Browsers keep it for good, so the address names all that the answer is made of:
 * the upload, and the program's approximate areas, which stand where the upload lacks a region.
 */
function areasAddress(assets: Assets, { version, uploadedAt }: AreasInForce): string {
  const rest = mapFile(assets, "ontario-regions").split("/").at(-1)!;
  return `/api/loans/getareas?${new URLSearchParams({ version: String(version), at: String(uploadedAt), rest })}`;
}

/** True where some region has no imported area, and so an approximate one. */
export const hasApproximate = (chosen: AreasInForce | null): boolean =>
  chosen === null || chosen.areas < REGIONS.length;

/** What maps are drawn from: the portal's own land, areas (null: the approximate ones), and the operator's tiles. */
export function mapGround(assets: Assets, { maps }: Context["site"], chosen: AreasInForce | null): MapGround {
  const approximate = hasApproximate(chosen);
  return {
    land: mapFile(assets, "ontario-basemap"),
    areas: chosen ? areasAddress(assets, chosen) : mapFile(assets, "ontario-regions"),
    approximate,
    tiles: maps.tiles,
    attribution: [maps.attribution, SHORES, approximate && POSTAL_AREAS].filter(Boolean).join(" · "),
  };
}
