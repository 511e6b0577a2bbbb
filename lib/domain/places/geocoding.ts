/** The geocoder's question and answer: Nominatim's search (docs/operations.md, Maps). */
import { normaliseAddress, normalisePostal } from "../loans/address.ts";
import { onMap, type Point } from "./place.ts";

/** An address as the geocoder is asked for it. */
export type AddressEntry = { address: string; city: string; postal: string };

/** How long the answer of a browser that has the turn is waited for, in milliseconds. */
export const TURN_MS = 5 * 60_000;

/** Letters of a unit, which stands where its building does. */
const UNIT = / ?#\S+$/;

/** The key of an address among those that were geocoded; empty where no house or no town is named. */
export function geocodeKey({ address, city, postal }: AddressEntry): string {
  const street = normaliseAddress(address, city).replace(UNIT, "");
  const town = normalisePostal(postal) || city.trim().toLowerCase();
  return /^\d/.test(street) && town ? `${street}|${town}` : "";
}

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

/** From this rank on Nominatim names a street or a house; below it the postal area is more exact. */
const STREET_RANK = 26;

function inOntario({ address, display_name }: Found): boolean {
  if (address?.["ISO3166-2-lvl4"] !== undefined) return address["ISO3166-2-lvl4"] === "CA-ON";
  if (address?.state !== undefined) return address.state === "Ontario";
  return /\bOntario\b/.test(String(display_name ?? ""));
}

/** The first answer's point; null where it is no street or house of Ontario. Throws for a malformed answer. */
export function readGeocoderResponse(body: unknown): Point | null {
  if (!Array.isArray(body)) throw new Error("the geocoder's answer is not a list of places");
  const first = body[0] as Found | undefined;
  if (typeof first !== "object" || first === null) return null;
  const [latitude, longitude] = [first.lat, first.lon].map((text) => Math.round(Number(text || NaN) * 1e6) / 1e6);
  if (!onMap(latitude, longitude) || !inOntario(first)) return null;
  if (first.place_rank !== undefined && Number(first.place_rank) < STREET_RANK) return null;
  return { latitude, longitude };
}
