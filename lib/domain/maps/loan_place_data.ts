import { isClosed } from "../loans/status.ts";
import { money } from "../money.ts";
import type { MapLoan } from "./loan_spots.ts";
import type { RegionMarket } from "./region_look.ts";

/** Kilometres around a loan in which others are its neighbours, and in which our money is summed up. */
export const NEAR_KM = 15, SUM_KM = 10;
/** Most neighbours shown. */
export const NEAR_LOANS = 8;

/** A neighbour of a loan; `away` in kilometres. */
export type NearLoan = MapLoan & { away: number };

/** What the loan's map shows. */
export interface LoanPlaceData {
  loan: MapLoan;
  near: NearLoan[];
  /** How much is lent or asked for within SUM_KM, as a phrase. */
  sum: string;
  /** The region's market; null where it is no region of the map. */
  market: RegionMarket | null;
  /** The newest report's figures as label and text. */
  figures: [label: string, text: string][];
  /** Opacity of each step. */
  weights: number[];
}

/**
 * The sum within SUM_KM: `others`, whole dollars of the other active loans, with the loan's own amount while it is
 * active too.
 */
export const sumText = (others: number, { status, amount }: Pick<MapLoan, "status" | "amount">): string =>
  isClosed(status)
    ? `${money(others)} within ${SUM_KM} km`
    : `${money(others + amount)} within ${SUM_KM} km with this loan`;
