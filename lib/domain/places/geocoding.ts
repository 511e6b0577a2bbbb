/** The geocoder's question and answer: Nominatim's search (docs/operations.md, Maps). */
import type { AddressEntry, Point } from "./loan_place.ts";
import { onMap } from "./place.ts";
import { placeCentre } from "./place_centre.ts";

/** The address of the search; `pattern` has {q} in it. */
export function geocoderAddress(pattern: string, { address, city, postal }: AddressEntry): string {
  const query = [address, city, `Ontario ${postal}`.trim(), "Canada"].map((part) => part.trim()).filter(Boolean);
  return pattern.replaceAll("{q}", encodeURIComponent(query.join(", ")));
}

type Found = {
  lat?: unknown;
  lon?: unknown;
  display_name?: unknown;
  place_rank?: unknown;
  address?: { state?: unknown; "ISO3166-2-lvl4"?: unknown };
};

/** From this rank on Nominatim names a street or a house; below it, a place that the postal area tells better. */
const STREET_RANK = 26;

function inOntario({ address, display_name }: Found): boolean {
  if (address?.["ISO3166-2-lvl4"] !== undefined) return address["ISO3166-2-lvl4"] === "CA-ON";
  if (address?.state !== undefined) return address.state === "Ontario";
  return /\bOntario\b/.test(String(display_name ?? ""));
}

/** The first answer's point; null where it is no street or house of Ontario. Throws where the answer is none of a search. */
export function readGeocoderAnswer(body: unknown): Point | null {
  if (!Array.isArray(body)) throw new Error("the geocoder's answer is not a list of places");
  const first = body[0] as Found | undefined;
  if (typeof first !== "object" || first === null) return null;
  const [latitude, longitude] = [first.lat, first.lon].map((text) => Math.round(Number(text || NaN) * 1e6) / 1e6);
  if (!onMap(latitude, longitude) || !inOntario(first)) return null;
  if (first.place_rank !== undefined && Number(first.place_rank) < STREET_RANK) return null;
  return { latitude, longitude };
}

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
