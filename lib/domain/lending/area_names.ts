/** Names of lending areas: the map's regions, and postal areas by their first three characters. */
import { regionNamed } from "../places/find_region.ts";
import { inOntario, postalArea } from "../places/postal_area.ts";
import { REGIONS, RURAL } from "../places/regions.ts";

/** The regions that may have a rule, by name. */
export const AREA_NAMES: readonly string[] = [...REGIONS.map(({ name }) => name).toSorted(), RURAL];

/** The region or postal area of Ontario that a text names, as it is written; undefined for any other text. */
export function lendingAreaName(text: string): string | undefined {
  const area = postalArea(text);
  if (area) return inOntario(area) ? area : undefined;
  return regionNamed(text);
}
