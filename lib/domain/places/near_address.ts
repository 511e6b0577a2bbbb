/** Whether a point can be where an address is. */
import type { AddressEntry } from "./geocoding.ts";
import type { Point } from "./place.ts";
import { placeCentre } from "./place_centre.ts";

const KM_OF_DEGREE = 111.2;

/** Kilometres between two points, right to a percent within Ontario. */
export function kilometres(a: Point, b: Point): number {
  const middle = ((a.latitude + b.latitude) / 2) * Math.PI / 180;
  return Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos(middle)) * KM_OF_DEGREE;
}

/** How far an address may be from its postal area's middle: areas with a 0 reach over half the north. */
const farthest = (postal: string): number => /^[A-Z]0/i.test(postal.trim()) ? 600 : 60;

/** True where a point can be this address's: not beyond its postal area or municipality. */
export function isNearAddress(point: Point, entry: AddressEntry): boolean {
  const centre = placeCentre(entry);
  return !centre || kilometres(point, centre) <= farthest(entry.postal);
}
