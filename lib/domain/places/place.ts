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

/** A loan's `geoAddress`: latitude and longitude joined by a double bar (loans specification 3.1); empty without them. */
export const geoAddress = (latitude: number | null, longitude: number | null): string =>
  latitude === null || longitude === null ? "" : `${latitude}||${longitude}`;
