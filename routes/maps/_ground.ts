import type { Context } from "../../lib/server/http.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { mapFile } from "../../lib/server/assets.ts";

const OWN_SOURCES = "Shorelines: GSHHG · Areas: GeoNames postal areas";

/** What maps are drawn from: the portal's own land and areas, and the operator's tiles. */
export function mapGround({ maps }: Context["site"]): MapGround {
  return {
    land: mapFile("ontario-basemap"),
    areas: mapFile("ontario-regions"),
    approximate: true,
    tiles: maps.tiles,
    attribution: [maps.attribution, OWN_SOURCES].filter(Boolean).join(" · "),
  };
}
