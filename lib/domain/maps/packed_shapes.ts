/** The map's own shapes as browsers get them: half of the bytes that GeoJSON takes, compressed. Degrees. */
import { differences, sums } from "./differences.ts";
import { packNumbers, unpackNumbers } from "./packed_numbers.ts";

type Position = number[];
type Coordinates = Position[] | Coordinates[];
/** A line or ring is a text: differences of longitudes and of latitudes by turns, in parts of a degree. */
type PackedLines = string | PackedLines[];

interface Shape<C> {
  type: "Feature";
  properties: Readonly<Record<string, unknown>>;
  geometry: { type: string; coordinates: C };
}

/** A FeatureCollection of lines and polygons. */
export interface Shapes {
  type: "FeatureCollection";
  features: Shape<Coordinates>[];
}

export interface PackedShapes {
  /** Parts of a degree that the numbers count. */
  parts: number;
  features: Shape<PackedLines>[];
}

const isLine = (coordinates: Coordinates): coordinates is Position[] => typeof coordinates[0][0] === "number";

function packed(coordinates: Coordinates, parts: number): PackedLines {
  if (!isLine(coordinates)) return coordinates.map((inner) => packed(inner, parts));
  const axis = (i: 0 | 1) => differences(coordinates.map((position) => Math.round(position[i] * parts)));
  const latitudes = axis(1);
  return packNumbers(axis(0).flatMap((longitude, i) => [longitude, latitudes[i]]));
}

function unpacked(lines: PackedLines, parts: number): Coordinates {
  if (typeof lines !== "string") return lines.map((inner) => unpacked(inner, parts));
  const numbers = unpackNumbers(lines);
  const [longitudes, latitudes] = [0, 1].map((axis) => sums(numbers.filter((_, i) => i % 2 === axis)));
  return longitudes.map((longitude, i) => [longitude / parts, latitudes[i] / parts]);
}

/** The fewest parts of a degree, 1, 10 and so on to ten thousand (some ten metres), that hold every position. */
function partsOf(coordinates: Coordinates, parts = 1): number {
  if (!isLine(coordinates)) return coordinates.reduce((most, inner) => partsOf(inner, most), parts);
  const fits = (degrees: number) => Math.abs(degrees * parts - Math.round(degrees * parts)) < 1e-6;
  for (const degrees of coordinates.flat()) while (parts < 10_000 && !fits(degrees)) parts *= 10;
  return parts;
}

/** Shapes in whole parts of a degree, with the `properties` that a map reads. */
export function packShapes({ features }: Shapes, properties: readonly string[]): PackedShapes {
  const parts = features.reduce((most, { geometry }) => partsOf(geometry.coordinates, most), 1);
  return {
    parts,
    features: features.map(({ type, properties: all, geometry }) => ({
      type,
      properties: Object.fromEntries(properties.filter((name) => name in all).map((name) => [name, all[name]])),
      geometry: { type: geometry.type, coordinates: packed(geometry.coordinates, parts) },
    })),
  };
}

/** The shapes of `packShapes`; a FeatureCollection as it is. */
export function unpackShapes(shapes: PackedShapes | Shapes): Shapes {
  if (!("parts" in shapes)) return shapes;
  const features = shapes.features.map(({ geometry, ...feature }) => ({
    ...feature,
    geometry: { type: geometry.type, coordinates: unpacked(geometry.coordinates, shapes.parts) },
  }));
  return { type: "FeatureCollection", features };
}
