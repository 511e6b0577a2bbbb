/** Loans as the map draws them: each by itself, or many in a grid's cell. Degrees and whole dollars. */
import type { Colour } from "../lending/colours.ts";
import { differences, sums } from "./differences.ts";
import { packNumbers, unpackNumbers } from "./packed_numbers.ts";

/** One loan. `band` is its position in BANDS. */
export type LoanPin = readonly [id: number, longitude: number, latitude: number, band: number, amount: number];

/** Loans of one cell: their mean place, how many of each band, their amounts. */
export type LoanCell = readonly [
  longitude: number,
  latitude: number,
  green: number,
  yellow: number,
  red: number,
  amount: number,
];

export const BANDS: readonly Colour[] = ["green", "yellow", "red"];

/** Most loans that a page gets as pins. Above it the server counts them by cells. */
export const PINS_MAX = 5000;
/** Of more loans than that, those of one view are pins while they are at most so many. */
export const VIEW_PINS_MAX = 400;

/** Loans by columns of `packNumbers`, in the order of their ids. As rows they take as many bytes again, compressed. */
export interface PinColumns {
  /** Each id less the one before, the first less 0. */
  ids: string;
  /** Hundred-thousandths of a degree, about a metre; each less the one before, too. */
  longitudes: string;
  latitudes: string;
  /** A digit a loan: the band's position in BANDS. */
  bands: string;
  amounts: string;
}

/** What the map draws: every loan of the choice, the loans of one view, or one view's cells at a zoom. */
export type LoanSpots =
  | { kind: "pins"; whole: boolean; pins: PinColumns }
  | { kind: "cells"; zoom: number; cells: LoanCell[] };

const PARTS = 100_000;

/** Loans as columns; places are rounded to a metre. */
export function packPins(pins: readonly LoanPin[]): PinColumns {
  const sorted = pins.toSorted(([a], [b]) => a - b);
  const places = (at: 1 | 2) => packNumbers(differences(sorted.map((pin) => Math.round(pin[at] * PARTS))));
  return {
    ids: packNumbers(differences(sorted.map(([id]) => id))),
    longitudes: places(1),
    latitudes: places(2),
    bands: sorted.map(([, , , band]) => band).join(""),
    amounts: packNumbers(sorted.map(([, , , , amount]) => amount)),
  };
}

/** The loans of the columns. */
export function unpackPins({ ids, longitudes, latitudes, bands, amounts }: PinColumns): LoanPin[] {
  const [ownIds, east, north] = [ids, longitudes, latitudes].map((column) => sums(unpackNumbers(column)));
  const dollars = unpackNumbers(amounts);
  return ownIds.map((id, i) => [id, east[i] / PARTS, north[i] / PARTS, Number(bands[i]), dollars[i]]);
}

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

/** A distance in words: `350 m` in steps of 50, from a kilometre on `2.4 km`. */
export const distanceText = (kilometres: number): string =>
  kilometres < 0.975 ? `${Math.round(kilometres * 20) * 50} m` : `${kilometres.toFixed(1)} km`;
