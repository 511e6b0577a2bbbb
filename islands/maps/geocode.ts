import { callApi } from "../../lib/client/call_api.ts";
import {
  type AddressEntry,
  geocodeKey,
  geocoderAddress,
  readGeocoderResponse,
} from "../../lib/domain/places/geocoding.ts";
import type { Point } from "../../lib/domain/places/place.ts";

/** Milliseconds without typing after which an address is geocoded. */
const REST_MS = 1500;
const SECOND_MS = 1000;
/** Milliseconds to wait while the geocoder is busy with other addresses. */
const TRIES = 5;

/** Addresses of which this page has asked. */
const requestedKeys = new Set<string>();

const pause = (ms: number) => new Promise<void>((go) => setTimeout(go, ms));

/** True when this address may be geocoded now; false where it is known, or never may. */
async function mayAsk(entry: AddressEntry): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await callApi<{ data: { ask: boolean } }>("/api/loans/asktogeocode", entry);
    if (result.response) return result.data.ask;
    if (result.status !== 429) return false;
    await pause(SECOND_MS + Math.random() * SECOND_MS);
  }
  return false;
}

/** The geocoder's answer; null where it found nothing. Throws where it did not answer. */
async function search(pattern: string, entry: AddressEntry): Promise<Point | null> {
  // Send the origin alone: a key may be restricted to this site.
  const response = await fetch(geocoderAddress(pattern, entry), { credentials: "omit", referrerPolicy: "origin" });
  if (!response.ok) throw new Error(`the geocoder answered with status ${response.status}`);
  return readGeocoderResponse(await response.json());
}

/** Asks the geocoder for an address and has the answer kept. Never in the way: what fails is only logged. */
async function geocode(entry: AddressEntry, pattern: string): Promise<void> {
  const key = geocodeKey(entry);
  if (!key || requestedKeys.has(key)) return;
  requestedKeys.add(key);
  try {
    if (!await mayAsk(entry)) return;
    await callApi("/api/loans/savegeocode", { ...entry, ...await search(pattern, entry) });
  } catch (error) {
    console.warn("no place for this address", error);
  }
}

/** Geocodes an address once it rests; the result cancels that. `pattern` is the geocoder's address with {q} in it. */
export function geocodeSoon(entry: AddressEntry, pattern: string): () => void {
  const timer = setTimeout(() => void geocode(entry, pattern), REST_MS);
  return () => clearTimeout(timer);
}
