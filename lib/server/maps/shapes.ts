/** The shapes that the portal brings along: Ontario's land, and an approximate area of each region (static/map). */
import type { Position, Ring } from "../../domain/maps/projection.ts";

/** A region's area with its middle in degrees, and how many people live there. */
export interface RegionShape {
  name: string;
  longitude: number;
  latitude: number;
  population: number;
  rings: readonly Ring[];
}

export interface Shapes {
  /** Shores; the rings of lakes lie within those of land. */
  land: readonly Ring[];
  /** The largest population first. */
  regions: readonly RegionShape[];
}

type Geometry = { type: "Polygon"; coordinates: Position[][] } | { type: "MultiPolygon"; coordinates: Position[][][] };
type Feature = { properties: Record<string, unknown>; geometry: Geometry };

const FOLDER = new URL("../../../static/map/", import.meta.url);
let shapes: Shapes | undefined;

const featuresOf = (name: string): Feature[] => JSON.parse(Deno.readTextFileSync(new URL(name, FOLDER))).features;
const ringsOf = ({ geometry }: Feature): Ring[] =>
  geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();

function regionOf(feature: Feature): RegionShape {
  const { name, lon, lat, population } = feature.properties as Record<string, never>;
  return { name, longitude: lon, latitude: lat, population, rings: ringsOf(feature) };
}

/** Read once, when a page first draws them. */
export function mapShapes(): Shapes {
  return shapes ??= {
    land: featuresOf("ontario-basemap.geojson").filter(({ properties }) => properties.kind === "land").flatMap(ringsOf),
    regions: featuresOf("ontario-regions.geojson").map(regionOf).sort((a, b) => b.population - a.population),
  };
}
