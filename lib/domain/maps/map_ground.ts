import type { MapServices } from "../places/map_services.ts";

/** Addresses of what a map is drawn from, and whom it names as its sources. */
export interface MapGround {
  /** Land and borders: `PackedShapes`. */
  land: string;
  /** The regions' areas, packed or as GeoJSON: `name`, and maybe `lat`, `lon` and `population`. */
  areas: string;
  /** The areas are the approximate ones that the portal brings along. */
  approximate: boolean;
  tiles: MapServices["tiles"];
  attribution: string;
}
