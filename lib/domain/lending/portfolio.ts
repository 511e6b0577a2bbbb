/** Portfolio figures (lending rules 9) of loans that the database counted together. Amounts in whole dollars. */
import { wholeDays } from "../dates.ts";
import { inPortfolio } from "../loans/status.ts";
import { type Position, positionOf } from "./ltv.ts";

/** Loans of one status. `amount` is the sum of their funded amounts, else of the requested ones. */
export interface LoanGroup {
  status: string;
  loans: number;
  amount: number;
}

/** Loans of one shown score. */
export interface ScoreGroup extends LoanGroup {
  score: number;
}

/**
 * Loans of one type, as spelled, with known days. `weighted` is the sum of amount times days funded of repaid loans,
 * and of amount times the day of funding, in days since DAY_ZERO, of funded ones.
 */
export interface DayGroup extends LoanGroup {
  firstOrSecond: string;
  weighted: number;
}

/** Loans with a known LTV; `weighted` is the sum of amount times LTV, in LTV_PARTS of 1. */
export type LtvGroup = Pick<LoanGroup, "amount"> & { weighted: number };

/** The day that days of funding are counted from. */
export const DAY_ZERO = "1970-01-01";

/** LTVs are summed in so many parts of 1, as integers. */
export const LTV_PARTS = 10_000;

/** Totals of funded or repaid loans (loans specification 9). Null without loans to weigh. */
export interface PortfolioSummary {
  total: number;
  average: number | null;
  count: number;
  warr: number | null;
  wams: number | null;
  wamf: number | null;
}

/** Average, weighted average and median of the shown score. Null without loans. */
export interface RiskRating {
  average: number | null;
  warr: number | null;
  median: number | null;
}

/** A bucket of a chart; `amount` is its sum of funded amounts. */
export interface Bucket {
  label: string;
  count: number;
  amount: number;
}

export type Inclination = "buyer" | "balanced" | "seller";

/** Homes sold of new listings: a buyer's market below the first, a seller's above the second (lending rules 9). */
export const INCLINATION_LIMITS = { buyer: 0.4, seller: 0.6 } as const;

/** F: the funded amount, else the requested amount. */
export function fundedAmount(loan: { fsfcLoan: number | null; newLoanAmount: number }): number {
  return loan.fsfcLoan ?? loan.newLoanAmount;
}

const quotient = (part: number, whole: number): number | null => whole > 0 ? part / whole : null;

/** The sum of a figure over groups. */
export const sumOf = <G>(groups: readonly G[], figure: (group: G) => number): number =>
  groups.reduce((sum, group) => sum + figure(group), 0);

const loansOf = (groups: readonly LoanGroup[]): number => sumOf(groups, ({ loans }) => loans);
const amountOf = (groups: readonly Pick<LoanGroup, "amount">[]): number => sumOf(groups, ({ amount }) => amount);

/** WARR: the score weighted by amount. */
export function warr(groups: readonly ScoreGroup[]): number | null {
  return quotient(sumOf(groups, ({ amount, score }) => amount * score), amountOf(groups));
}

/** The median score (the mean of the two middle values of an even count). */
export function medianScore(groups: readonly ScoreGroup[]): number | null {
  const sorted = groups.toSorted((a, b) => a.score - b.score);
  const count = loansOf(sorted);
  if (count === 0) return null;
  const at = (place: number): number => sorted.find(({ loans }) => (place -= loans) < 0)!.score;
  return (at((count - 1) >> 1) + at(count >> 1)) / 2;
}

/** Risk rating (loans specification 9): average and WARR over Funded and Repaid loans, median over Funded. */
export function riskRating(groups: readonly ScoreGroup[]): RiskRating {
  const lent = groups.filter(({ status }) => inPortfolio(status));
  return {
    average: quotient(sumOf(lent, ({ loans, score }) => loans * score), loansOf(lent)),
    warr: warr(lent),
    median: medianScore(lent.filter(({ status }) => status === "Funded")),
  };
}

/** WAMS and WAMF: days weighted by amount over the loans of one position; to `today` while Funded. */
export function weightedDays(groups: readonly DayGroup[], position: Position, today: string): number | null {
  const some = groups.filter(({ firstOrSecond }) => positionOf(firstOrSecond) === position);
  const days = sumOf(
    some,
    ({ status, amount, weighted }) => status === "Funded" ? wholeDays(DAY_ZERO, today) * amount - weighted : weighted,
  );
  return quotient(days, amountOf(some));
}

/** LTV weighted by amount, as a fraction. */
export function weightedLtv(groups: readonly LtvGroup[]): number | null {
  return quotient(sumOf(groups, ({ weighted }) => weighted) / LTV_PARTS, amountOf(groups));
}

/** Total, average, count, WARR, WAMS and WAMF (loans specification 2.2); `scores` has every loan. */
export function summarise(
  scores: readonly ScoreGroup[],
  days: readonly DayGroup[],
  today: string,
): PortfolioSummary {
  const total = amountOf(scores), count = loansOf(scores);
  return {
    total,
    average: quotient(total, count),
    count,
    warr: warr(scores),
    wams: weightedDays(days, "second", today),
    wamf: weightedDays(days, "first", today),
  };
}

export const INCLINATIONS: Readonly<Record<Inclination, string>> = {
  buyer: "Buyer’s market",
  balanced: "Balanced market",
  seller: "Seller’s market",
};

/** Homes sold divided by new listings, and the resulting market; null without listings. */
export function marketInclination(
  homesSold: number,
  newListings: number,
): { ratio: number; market: Inclination } | null {
  if (newListings <= 0) return null;
  const ratio = homesSold / newListings, { buyer, seller } = INCLINATION_LIMITS;
  return { ratio, market: ratio < buyer ? "buyer" : ratio > seller ? "seller" : "balanced" };
}
