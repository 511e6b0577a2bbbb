import { daysFunded } from "../loans/status.ts";
import { ltvFraction, positionOf, type Property } from "./ltv.ts";

/** The loan fields of portfolio figures (lending rules 9). Dollars; dates as text. */
export interface PortfolioLoan extends Property {
  adminComSelect: string;
  firstOrSecond: string;
  /** The funded amount; null falls back to newLoanAmount. */
  fsfcLoan: number | null;
  shownScore: number;
  creditScore: number;
  totalLtv: number | null;
  dateFunded: string | null;
  dateRepaid: string | null;
}

/** Totals of a list of funded or repaid loans (loans specification 9). Null without loans to weigh. */
export interface PortfolioSummary {
  total: number;
  average: number | null;
  count: number;
  warr: number | null;
  wams: number | null;
  wamf: number | null;
}

/** A bucket of a chart; `amount` is its sum of funded amounts. */
export interface Bucket {
  label: string;
  count: number;
  amount: number;
}

/** Buckets of loan sizes and credit scores (loans specification 9). */
export const SIZE_LABELS = ["Under 50k", "50k to 100k", "100k to 250k", "250k to 500k", "Over 500k"] as const;
export const CREDIT_LABELS = ["Under 550", "550 to 650", "650 to 750", "Over 750"] as const;

export type Inclination = "buyer" | "balanced" | "seller";

/** The gauge's arcs in percent: buyer, balanced, seller (lending rules 9). */
export const INCLINATION_ARCS = [40, 20, 40] as const;

/** F: the funded amount, else the requested amount. */
export function fundedAmount(loan: Pick<PortfolioLoan, "fsfcLoan" | "newLoanAmount">): number {
  return loan.fsfcLoan ?? loan.newLoanAmount;
}

/** Sum(F x figure) / sum(F) over the loans with a known figure; null without any. */
export function weighted<L extends Pick<PortfolioLoan, "fsfcLoan" | "newLoanAmount">>(
  loans: readonly L[],
  figure: (loan: L) => number | null,
): number | null {
  let sum = 0;
  let weight = 0;
  for (const loan of loans) {
    const value = figure(loan);
    if (value === null) continue;
    const amount = fundedAmount(loan);
    sum += amount * value;
    weight += amount;
  }
  return weight > 0 ? sum / weight : null;
}

/** WARR: the score weighted by amount. */
export function warr(loans: readonly PortfolioLoan[]): number | null {
  return weighted(loans, (loan) => loan.shownScore);
}

/** WAMS and WAMF: days weighted by amount over the loans of one position. */
export function weightedDays(
  loans: readonly PortfolioLoan[],
  position: "first" | "second",
  today: string,
): number | null {
  return weighted(
    loans,
    (loan) => positionOf(loan.firstOrSecond) === position ? daysFunded(loan.adminComSelect, loan, today) : null,
  );
}

/** The mean; null without figures. */
export function average(figures: readonly number[]): number | null {
  if (figures.length === 0) return null;
  let sum = 0;
  for (const figure of figures) sum += figure;
  return sum / figures.length;
}

/** The median (the mean of the two middle values of an even count); null without figures. */
export function median(figures: readonly number[]): number | null {
  if (figures.length === 0) return null;
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Risk rating (loans specification 9): average and WARR over Funded and Repaid loans, median over Funded. */
export function riskRating(loans: readonly PortfolioLoan[]): {
  average: number | null;
  warr: number | null;
  median: number | null;
} {
  const lent = loans.filter(({ adminComSelect }) => adminComSelect === "Funded" || adminComSelect === "Repaid");
  const funded = lent.filter(({ adminComSelect }) => adminComSelect === "Funded");
  return {
    average: average(lent.map((loan) => loan.shownScore)),
    warr: warr(lent),
    median: median(funded.map((loan) => loan.shownScore)),
  };
}

/** Weighted average LTV as a fraction, without loans with a totalLtv above 1 or unknown. */
export function weightedLtv(loans: readonly PortfolioLoan[]): number | null {
  return weighted(loans, (loan) => {
    if (loan.totalLtv !== null && loan.totalLtv > 1) return null;
    return ltvFraction(loan, positionOf(loan.firstOrSecond));
  });
}

/** Total, average, count, WARR, WAMS and WAMF of a list (loans specification 2.2). */
export function summarise(loans: readonly PortfolioLoan[], today: string): PortfolioSummary {
  const amounts = loans.map(fundedAmount);
  return {
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    average: average(amounts),
    count: loans.length,
    warr: warr(loans),
    wams: weightedDays(loans, "second", today),
    wamf: weightedDays(loans, "first", today),
  };
}

/** The index of a loan size: under 50k, up to 100k, up to 250k, 250k to 500k, over 500k. */
export function sizeBucket(amount: number): number {
  if (amount < 50_000) return 0;
  if (amount < 100_000) return 1;
  if (amount < 250_000) return 2;
  return amount <= 500_000 ? 3 : 4;
}

/** The index of a credit score: under 550, up to 650, 650 to 750, over 750. */
export function creditBucket(creditScore: number): number {
  if (creditScore < 550) return 0;
  if (creditScore < 650) return 1;
  return creditScore <= 750 ? 2 : 3;
}

function bucketed(
  loans: readonly PortfolioLoan[],
  labels: readonly string[],
  indexOf: (loan: PortfolioLoan) => number,
): Bucket[] {
  const buckets = labels.map((label): Bucket => ({ label, count: 0, amount: 0 }));
  for (const loan of loans) {
    const bucket = buckets[indexOf(loan)];
    bucket.count++;
    bucket.amount += fundedAmount(loan);
  }
  return buckets;
}

/** Loans by size. */
export function sizeBuckets(loans: readonly PortfolioLoan[]): Bucket[] {
  return bucketed(loans, SIZE_LABELS, (loan) => sizeBucket(fundedAmount(loan)));
}

/** Loans by credit score. */
export function creditBuckets(loans: readonly PortfolioLoan[]): Bucket[] {
  return bucketed(loans, CREDIT_LABELS, (loan) => creditBucket(loan.creditScore));
}

/** Homes sold divided by new listings, and the resulting market; null without listings. */
export function marketInclination(
  homesSold: number,
  newListings: number,
): { ratio: number; market: Inclination } | null {
  if (newListings <= 0) return null;
  const ratio = homesSold / newListings;
  return { ratio, market: ratio < 0.4 ? "buyer" : ratio > 0.6 ? "seller" : "balanced" };
}
