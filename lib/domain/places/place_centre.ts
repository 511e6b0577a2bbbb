/** Where a loan stands on the map without a geocoder: the middle of its postal area, else of its municipality. */
import { findRegion } from "./find_region.ts";
import type { Place } from "./place.ts";
import { POSTAL_CENTRES } from "./postal_centres.ts";
import { postalArea } from "./postal_area.ts";
import { REGIONS } from "./regions.ts";

/** The centre in degrees with how exact it is; undefined where neither postal code nor city is known. */
export function placeCentre({ postal, city }: { postal?: string | null; city?: string | null }): Place | undefined {
  const centre = POSTAL_CENTRES.get(postalArea(postal ?? "") ?? "");
  if (centre) return { latitude: centre[0], longitude: centre[1], precision: "postal area" };
  const found = findRegion({ city });
  const region = found.by === "city" ? REGIONS.find(({ name }) => name === found.region) : undefined;
  return region && { latitude: region.latitude, longitude: region.longitude, precision: "municipality" };
}
