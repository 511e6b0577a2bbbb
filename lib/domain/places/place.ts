/** A place on the map: degrees of latitude and longitude, and how exact they are. */

/** From exact to rough; what a person placed is never moved by the machine. */
export const PLACE_PRECISIONS = ["address", "postal area", "municipality", "by hand"] as const;
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number];

/** Degrees. */
export type Point = { latitude: number; longitude: number };

export type Place = Point & { precision: PlacePrecision };

/** What the map shows of Ontario, in degrees: the base map's extent. */
export const MAP_EXTENT = { west: -95.4, south: 41.6, east: -74, north: 57 } as const;

/** True where a point is a number and inside the map. */
export const onMap = (latitude: number, longitude: number): boolean =>
  latitude >= MAP_EXTENT.south && latitude <= MAP_EXTENT.north &&
  longitude >= MAP_EXTENT.west && longitude <= MAP_EXTENT.east;

/** Kilometres of the earth's radius, and of a degree of latitude. */
const EARTH_KM = 6371;
export const DEGREE_KM = EARTH_KM * Math.PI / 180;

/** Kilometres between two points: as the crow flies, on a sphere. */
export function kilometresBetween(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const up = Math.sin((b.latitude - a.latitude) * rad / 2) ** 2;
  const across = Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) *
    Math.sin((b.longitude - a.longitude) * rad / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, up + across)));
}

/**
 * A loan's `geoAddress`: latitude and longitude joined by a double bar (loans specification 3.1); empty without them.
 */
export const geoAddress = (latitude: number | null, longitude: number | null): string =>
  latitude === null || longitude === null ? "" : `${latitude}||${longitude}`;
