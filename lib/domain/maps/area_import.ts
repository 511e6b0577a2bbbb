/** Reads the areas of regions from a GeoJSON that an administrator sends: checked, simplified, one area a region. */
import { RURAL } from "../places/regions.ts";
import { AREA_FEATURES_MAX, AREA_POINTS_MAX } from "./area_limits.ts";
import { countText } from "../money.ts";
import { regionNamed } from "../places/find_region.ts";
import { onMap } from "../places/place.ts";
import type { Position, Ring } from "./projection.ts";
import { selfCrossing } from "./ring_crossing.ts";
import { roundRing, simplifyRing } from "./simplify.ts";

/** What all areas together may keep: about 600 kB. */
const MAX_POINTS = 30_000;
/** About 30 metres, in degrees; doubled until the areas fit, up to about 20 km. */
const FIRST_TOLERANCE = 0.0003, COARSEST = 0.2;
/** A FeatureCollection's positions lie nine brackets deep. */
const DEPTH_MAX = 24;
/** Objects and their properties: a hundred an area. */
const FIELDS_MAX = AREA_FEATURES_MAX * 100;

const [BRACKET, BRACKET_END, BRACE, BRACE_END, COLON] = [..."[]{}:"].map((sign) => sign.charCodeAt(0));

type Polygons = Ring[][];
export type AreaFeature = {
  type: "Feature";
  properties: { name: string; approximate?: true };
  geometry: { type: "MultiPolygon"; coordinates: Polygons };
};

/** What a file holds; `leftOut` are names of no region. */
export interface ReadAreas {
  features: AreaFeature[];
  /** Positions in the file, and after simplifying. */
  points: number;
  keptPoints: number;
  leftOut: string[];
}

/** A file that cannot be used; its message is a sentence for the person who sent it. */
export class AreaProblem extends Error {}

const problem = (sentence: string): never => {
  throw new AreaProblem(sentence);
};

/**
 * Refuses what would fill the memory as soon as it is parsed: every position opens a bracket, every property has a
 * colon.
 */
function refuseHuge(text: string): void {
  let brackets = 0, fields = 0, depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BRACKET || code === BRACE) {
      if (code === BRACKET) brackets++;
      else fields++;
      if (++depth > DEPTH_MAX) {
        problem("This file is nested too deeply. Export the areas as one GeoJSON FeatureCollection.");
      }
    } else if (code === BRACKET_END || code === BRACE_END) depth--;
    else if (code === COLON) fields++;
  }
  if (fields > FIELDS_MAX) {
    problem("This file has too many properties. Keep each area's name and outline, and leave the others out.");
  }
  if (brackets > AREA_POINTS_MAX * 1.2) {
    problem(
      `This file has more than ${
        AREA_POINTS_MAX.toLocaleString("en-CA")
      } points. Simplify the areas before you send them.`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return problem("This is not valid JSON. Export the areas as GeoJSON and try again.");
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const place = ([longitude, latitude]: Position): string =>
  `longitude ${longitude.toFixed(4)}, latitude ${latitude.toFixed(4)}`;

function readRing(value: unknown, name: string): Ring {
  if (!Array.isArray(value) || value.length < 4) {
    return problem(`The area of ${name} has an outline of fewer than four points. Draw it again.`);
  }
  const ring = value.map((point): Position => {
    if (!Array.isArray(point) || !Number.isFinite(point[0]) || !Number.isFinite(point[1])) {
      return problem(`The area of ${name} has a point that is no pair of numbers. Export it again.`);
    }
    if (!onMap(point[1], point[0])) {
      return problem(
        `The area of ${name} has a point outside of Ontario's map, at ${point[0]}, ${
          point[1]
        }. Export it in WGS 84 degrees.`,
      );
    }
    return [point[0], point[1]];
  });
  const [first, last] = [ring[0], ring[ring.length - 1]];
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return problem(`The area of ${name} is not closed near ${place(last)}. Its last point must be its first.`);
  }
  const where = selfCrossing(ring);
  if (where) {
    return problem(`The area of ${name} crosses itself at ${place(where)}. Correct it there and send it again.`);
  }
  return ring;
}

function readGeometry(geometry: unknown, name: string): Polygons {
  const { type, coordinates } = isObject(geometry) ? geometry : {} as Record<string, unknown>;
  if (type !== "Polygon" && type !== "MultiPolygon") {
    return problem(
      `The area of ${name} is ${type ? `a ${String(type).slice(0, 40)}` : "empty"}. Use Polygon or MultiPolygon.`,
    );
  }
  const polygons = type === "Polygon" ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) {
    return problem(`The area of ${name} is empty. Export it again.`);
  }
  return polygons.map((rings) => {
    if (!Array.isArray(rings) || rings.length === 0) return problem(`The area of ${name} is empty. Export it again.`);
    return rings.map((ring) => readRing(ring, name));
  });
}

const countPoints = (all: Iterable<Polygons>): number => {
  let count = 0;
  for (const polygons of all) for (const rings of polygons) for (const ring of rings) count += ring.length;
  return count;
};

/** Simplified outlines without the islands and holes that vanish; maybe none. */
function simplified(polygons: Polygons, tolerance: number): Polygons {
  const reduce = (ring: Ring) => roundRing(simplifyRing(ring, tolerance));
  return polygons.map((rings) => {
    const [outer, ...holes] = rings.map(reduce);
    return [outer, ...holes.filter((hole) => hole.length >= 4)];
  }).filter(([outer]) => outer.length >= 4);
}

/** Twice the size of what a ring surrounds, in square degrees. */
const sizeOf = (ring: Ring): number =>
  Math.abs(ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0));

/** A region's largest island, as the finest tolerance has it: what stays where a coarser one leaves nothing. */
function largestIsland(name: string, polygons: Polygons): Polygons {
  const [largest] = simplified(polygons, FIRST_TOLERANCE).sort(([a], [b]) => sizeOf(b) - sizeOf(a));
  return largest
    ? [[largest[0]]]
    : problem(`The area of ${name} is narrower than 30 metres. Export it in WGS 84 degrees.`);
}

/** Throws AreaProblem with a sentence that names what is wrong, and where. */
export function readAreas(text: string): ReadAreas {
  refuseHuge(text);
  const root = parse(text);
  if (!isObject(root) || root.type !== "FeatureCollection" || !Array.isArray(root.features)) {
    return problem("This is not a GeoJSON FeatureCollection. Export the areas as one and try again.");
  }
  if (root.features.length > AREA_FEATURES_MAX) {
    return problem(
      `This file has more than ${countText(AREA_FEATURES_MAX)} areas. Send municipalities, not smaller places.`,
    );
  }
  const byRegion = new Map<string, Polygons>(), leftOut: string[] = [];
  for (const [at, feature] of root.features.entries()) {
    const properties = isObject(feature) && isObject(feature.properties) ? feature.properties : {};
    const name = typeof properties.name === "string" ? properties.name.trim().slice(0, 80) : "";
    if (!isObject(feature) || feature.type !== "Feature" || !name) {
      return problem(`Area ${at + 1} has no name. Each feature needs a property called name with its municipality.`);
    }
    const region = regionNamed(name);
    if (!region || region === RURAL) leftOut.push(name);
    else byRegion.set(region, [...byRegion.get(region) ?? [], ...readGeometry(feature.geometry, name)]);
  }
  if (byRegion.size === 0) {
    return problem(
      "None of the areas is named like a region of the map. The property name must hold the municipality.",
    );
  }
  return { ...shrink(byRegion), points: countPoints(byRegion.values()), leftOut };
}

function shrink(byRegion: ReadonlyMap<string, Polygons>): Pick<ReadAreas, "features" | "keptPoints"> {
  const regions = [...byRegion].map(([name, polygons]) => ({ name, polygons, least: largestIsland(name, polygons) }));
  for (let tolerance = FIRST_TOLERANCE; tolerance < COARSEST; tolerance *= 2) {
    const outlined = regions.map(({ name, polygons, least }) => {
      const outlines = simplified(polygons, tolerance);
      return [name, outlines.length > 0 ? outlines : least] as const;
    });
    const keptPoints = countPoints(outlined.map(([, polygons]) => polygons));
    if (keptPoints > MAX_POINTS) continue;
    return {
      keptPoints,
      features: outlined.map(([name, coordinates]): AreaFeature => ({
        type: "Feature",
        properties: { name },
        geometry: { type: "MultiPolygon", coordinates },
      })),
    };
  }
  return problem("These areas are too detailed for a map, even simplified. Leave small islands and inlets out.");
}
