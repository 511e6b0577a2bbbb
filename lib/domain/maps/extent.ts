/** Rectangles of degrees on the map, and the grid in which many loans are counted together. */

import { MAP_EXTENT } from "../places/place.ts";

/** Degrees: west, south, east, north. */
export type Extent = readonly [west: number, south: number, east: number, north: number];

/** All of Ontario, which no map leaves. */
export const ONTARIO: Extent = [MAP_EXTENT.west, MAP_EXTENT.south, MAP_EXTENT.east, MAP_EXTENT.north];
/** Where nearly everybody lives: what a map shows while there are no loans. */
export const SOUTHERN_ONTARIO: Extent = [-81.6, 42.7, -77.6, 44.9];

/** Decimals of a degree in addresses, about ten metres. */
const DECIMALS = 4;
/** Side of a grid's cell on the screen, in pixels. */
const CELL_PX = 40;
/** Pixels around the earth at zoom 0. */
const EARTH_PX = 256;
/** The longer side of the largest screen, in pixels: a view is never closer than its extent fills. */
const SCREEN_PX = 4096;
/** A degree of latitude is as high on the map as this many of longitude are wide, at Ontario's middle. */
const DEGREE_RATIO = 0.72;

/** The extent of `west,south,east,north`; null for anything else, and for what is not a rectangle. */
export function parseExtent(text: string): Extent | null {
  const sides = text.split(",").map((side) => (/^-?\d{1,3}(\.\d{1,12})?$/.test(side) ? Number(side) : NaN));
  const [west, south, east, north] = sides;
  const fits = sides.length === 4 && west >= -180 && east <= 180 && south >= -85 && north <= 85;
  return fits && west < east && south < north ? [west, south, east, north] : null;
}

/** The extent as an address has it. */
export const extentText = (extent: Extent): string => extent.map((side) => Number(side.toFixed(DECIMALS))).join(",");

/** An extent that reaches `share` of its size further on each side. */
export function widened([west, south, east, north]: Extent, share: number): Extent {
  const across = (east - west) * share, up = (north - south) * share;
  return [
    Math.max(-180, west - across),
    Math.max(-85, south - up),
    Math.min(180, east + across),
    Math.min(85, north + up),
  ];
}

/**
 * Sides of a cell in degrees at a map's zoom, which is taken as a whole number: the grid is the same for every view.
 */
export function cellSize(zoom: number): { longitude: number; latitude: number } {
  const longitude = 360 * CELL_PX / (EARTH_PX * 2 ** Math.round(zoom));
  return { longitude, latitude: longitude * DEGREE_RATIO };
}

/** The whole zoom at which a view is counted: its own, unless no screen could show so much of the earth at it. */
export function gridZoom([west, south, east, north]: Extent, zoom: number): number {
  const degrees = Math.max(east - west, (north - south) / DEGREE_RATIO);
  const closest = Math.log2(360 * SCREEN_PX / (EARTH_PX * degrees));
  return Math.max(0, Math.min(Math.round(zoom), Math.floor(closest)));
}

/** Column and row of the cell that holds a place, counted from 180 degrees west and 90 south. */
export function cellOf(longitude: number, latitude: number, zoom: number): [column: number, row: number] {
  const cell = cellSize(zoom);
  return [Math.floor((longitude + 180) / cell.longitude), Math.floor((latitude + 90) / cell.latitude)];
}

/** The extent of the cells from one to another, both within. */
export function cellsExtent(
  [fromColumn, fromRow]: readonly [number, number],
  [toColumn, toRow]: readonly [number, number],
  zoom: number,
): Extent {
  const { longitude, latitude } = cellSize(zoom);
  return [
    fromColumn * longitude - 180,
    fromRow * latitude - 90,
    (toColumn + 1) * longitude - 180,
    (toRow + 1) * latitude - 90,
  ];
}

/** A place with how many loans there are. */
export interface LoanCluster {
  longitude: number;
  latitude: number;
  loans: number;
}

/** The value below which `share` of the loans lie. */
function quantile(values: readonly { at: number; loans: number }[], share: number): number {
  const sorted = values.toSorted((a, b) => a.at - b.at);
  const wanted = share * sorted.reduce((sum, { loans }) => sum + loans, 0);
  let passed = 0;
  for (const { at, loans } of sorted) {
    passed += loans;
    if (passed > wanted) return at;
  }
  return sorted[sorted.length - 1].at;
}

/**
 * Around the middle `share` of the loans, so that one far away does not make a speck of the others; null without loans.
 */
export function extentOfMost(clusters: readonly LoanCluster[], share: number): Extent | null {
  if (clusters.length === 0) return null;
  const ends = (axis: "longitude" | "latitude") => {
    const values = clusters.map((cluster) => ({ at: cluster[axis], loans: cluster.loans }));
    return [quantile(values, (1 - share) / 2), quantile(values, 1 - (1 - share) / 2)];
  };
  const [[west, east], [south, north]] = [ends("longitude"), ends("latitude")];
  return [west, south, east, north];
}
