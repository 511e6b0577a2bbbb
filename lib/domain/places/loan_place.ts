/** What a loan keeps of where it stands: its region, its place on the map, and how exact that is. */
import { normaliseAddress, normalisePostal } from "../loans/address.ts";
import { findRegion, type Whereabouts } from "./find_region.ts";
import { geoAddress, type PlacePrecision } from "./place.ts";
import { placeCentre } from "./place_centre.ts";

/** Degrees. */
export type Point = { latitude: number; longitude: number };

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

/** The place of a loan: where the geocoder found its address, else its postal area, else its municipality, else none. */
export const placeColumns = (loan: Whereabouts, found?: Point): PlaceColumns =>
  pointColumns(found ? { ...found, precision: "address" } : placeCentre(loan));

/** The region of a loan, as it is kept with it. */
export const marketRegionOf = (loan: Whereabouts): string => findRegion(loan).region;

/** An address as the geocoder is asked for it. */
export type AddressEntry = { address: string; city: string; postal: string };

/** Letters of a unit, which stands where its building does. */
const UNIT = / ?#\S+$/;

/** The key of an address among those that were geocoded; empty where no house or no town is named. */
export function geocodeKey({ address, city, postal }: AddressEntry): string {
  const street = normaliseAddress(address, city).replace(UNIT, "");
  const town = normalisePostal(postal) || city.trim().toLowerCase();
  return /^\d/.test(street) && town ? `${street}|${town}` : "";
}

/** The columns that say where a property is. */
export const WHEREABOUTS = ["address", "city", "postal", "region"] as const;
