/** What a loan keeps of where it stands: its region, its place on the map, and how exact that is. */
import { findRegion, type LocationParts } from "./find_region.ts";
import { geoAddress, type PlacePrecision, type Point } from "./place.ts";
import { placeCentre } from "./place_centre.ts";

export type PlaceColumns = {
  latitude: number | null;
  longitude: number | null;
  placePrecision: PlacePrecision | null;
  /** `latitude||longitude` (loans specification 3.1). */
  geoAddress: string;
};

/** The columns of a point; without one, of no place. */
export function pointColumns(point: (Point & { precision: PlacePrecision }) | undefined): PlaceColumns {
  const { latitude = null, longitude = null, precision = null } = point ?? {};
  return { latitude, longitude, placePrecision: precision, geoAddress: geoAddress(latitude, longitude) };
}

/**
 * The place of a loan: where the geocoder found its address, else its postal area, else its municipality, else none.
 */
export const placeColumns = (loan: LocationParts, found?: Point): PlaceColumns =>
  pointColumns(found ? { ...found, precision: "address" } : placeCentre(loan));

/** The region of a loan, as it is kept with it. */
export const marketRegionOf = (loan: LocationParts): string => findRegion(loan).region;

/** The columns that say where a property is. */
export const LOCATION_FIELDS = ["address", "city", "postal", "region"] as const;
