/** Whether a point can be where an address is. */
import type { AddressEntry } from "./geocoding.ts";
import { kilometresBetween, type Point } from "./place.ts";
import { placeCentre } from "./place_centre.ts";

/** How far an address may be from its postal area's middle: areas with a 0 reach over half the north. */
const farthest = (postal: string): number => /^[A-Z]0/i.test(postal.trim()) ? 600 : 60;

/** True where a point can be this address's: not beyond its postal area or municipality. */
export function isNearAddress(point: Point, entry: AddressEntry): boolean {
  const centre = placeCentre(entry);
  return !centre || kilometresBetween(point, centre) <= farthest(entry.postal);
}
