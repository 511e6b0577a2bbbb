/** Loans as the map draws them: each by itself, or many in a grid's cell. Degrees and whole dollars. */
import type { Colour } from "../lending/colours.ts";

/** One loan. `band` is its position in BANDS. */
export type LoanPin = readonly [id: number, longitude: number, latitude: number, band: number, amount: number];

/** Loans of one cell: their mean place, how many of each band, their amounts, and the cell's filled part. */
export type LoanCell = readonly [
  longitude: number,
  latitude: number,
  green: number,
  yellow: number,
  red: number,
  amount: number,
  west: number,
  south: number,
  east: number,
  north: number,
];

export const BANDS: readonly Colour[] = ["green", "yellow", "red"];

/** Most loans that a page gets as pins. Above it the server counts them by cells. */
export const PINS_MAX = 5000;

/** What the map draws for a choice of loans: all of them as pins, or the cells of one view at one zoom. */
export type LoanSpots = { kind: "pins"; pins: LoanPin[] } | { kind: "cells"; zoom: number; cells: LoanCell[] };

/** Our loans of a region. */
export interface RegionExposure {
  region: string;
  loans: number;
  /** Whole dollars. */
  amount: number;
}

/** A row of the list beside the map, and of the table in its place. Dollars; `ltv` in whole percent. */
export interface MapLoan {
  id: number;
  clientCode: string;
  client: string;
  broker: string;
  address: string;
  region: string;
  status: string;
  type: string;
  amount: number;
  ltv: number | null;
  score: number;
  band: Colour;
  /** Degrees; null where nothing tells the loan's place. */
  longitude: number | null;
  latitude: number | null;
  /** How exact the place is. */
  precision: string | null;
}

/** The loans of a view in figures, and the first ones of its list. */
export interface LoansInView {
  loans: number;
  amount: number;
  /** How many of each band, in the order of BANDS. */
  bands: [number, number, number];
  rows: MapLoan[];
}

/** Kilometres between two places: as the crow flies, on a sphere. */
export function kilometresBetween(
  a: { longitude: number; latitude: number },
  b: { longitude: number; latitude: number },
): number {
  const rad = Math.PI / 180;
  const up = Math.sin((b.latitude - a.latitude) * rad / 2) ** 2;
  const across = Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) *
    Math.sin((b.longitude - a.longitude) * rad / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(1, up + across)));
}

/** A distance in words: `350 m` in steps of 50, from a kilometre on `2.4 km`. */
export const distanceText = (kilometres: number): string =>
  kilometres < 0.975 ? `${Math.round(kilometres * 20) * 50} m` : `${kilometres.toFixed(1)} km`;
