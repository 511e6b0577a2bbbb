/** The base map's land and the regions' areas as positions, for drawings made on the server. */
import type { Ring } from "../domain/maps/projection.ts";

/** A region's area; degrees. */
export interface AreaShape {
  name: string;
  longitude: number;
  latitude: number;
  population: number;
  rings: Ring[];
}

export interface MapShapes {
  /** Shores, lakes in them as further rings: fill them by even and odd. */
  land: Ring[];
  /** The largest population first. */
  areas: AreaShape[];
}

type Geometry = { type: "Polygon"; coordinates: Ring[] } | { type: "MultiPolygon"; coordinates: Ring[][] };
interface Collection<P> {
  features: { properties: P; geometry: Geometry }[];
}

const read = <P>(name: string): Collection<P> =>
  JSON.parse(Deno.readTextFileSync(new URL(`../../static/map/${name}.geojson`, import.meta.url)));

const polygonsOf = (geometry: Geometry): Ring[][] =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

let shapes: MapShapes | undefined;

/** The shapes that come with the program, read at the first drawing. Areas keep their outer rings. */
export function mapShapes(): MapShapes {
  if (shapes) return shapes;
  const base = read<{ kind: string }>("ontario-basemap").features.filter(({ properties }) =>
    properties.kind === "land"
  );
  const regions = read<{ name: string; lat: number; lon: number; population: number }>("ontario-regions").features;
  return shapes = {
    land: base.flatMap(({ geometry }) => polygonsOf(geometry).flat()),
    areas: regions.map(({ properties: { name, lat, lon, population }, geometry }) => ({
      name,
      longitude: lon,
      latitude: lat,
      population,
      rings: polygonsOf(geometry).map(([outer]) => outer),
    })).sort((a, b) => b.population - a.population),
  };
}
