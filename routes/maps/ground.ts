import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { REGIONS } from "../../lib/domain/places/regions.ts";
import { mapFile } from "../../lib/server/assets.ts";
import type { Context } from "../../lib/server/http.ts";

/** The version of imported areas in force; null for the approximate ones. */
export type AreasChosen = { version: number; areas: number } | null;

const SHORES = "Shorelines: GSHHG";
const POSTAL_AREAS = "Areas: GeoNames postal areas";

/** What maps are drawn from: the portal's own land, areas, and the operator's tiles. */
export function mapGround({ maps }: Context["site"], chosen: AreasChosen): MapGround {
  const approximate = chosen === null || chosen.areas < REGIONS.length;
  return {
    land: mapFile("ontario-basemap"),
    areas: chosen ? `/api/loans/getareas?version=${chosen.version}` : mapFile("ontario-regions"),
    approximate,
    tiles: maps.tiles,
    attribution: [maps.attribution, SHORES, approximate && POSTAL_AREAS].filter(Boolean).join(" · "),
  };
}
