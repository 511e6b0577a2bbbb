/** Periods of the data overview, and the buckets that the lending rules leave open. */
import { addMonths } from "../dates.ts";
import type { LoanStatus } from "../loans/status.ts";

/** The statuses that charts count, in their order (loans specification 4.1). */
export const OVERVIEW_STATUSES = ["NA", "Funded", "Repaid", "Declined"] as const satisfies readonly LoanStatus[];
export type OverviewStatus = (typeof OVERVIEW_STATUSES)[number];

/** `all`, this calendar year, or a number of months up to the present one. */
export const PERIODS = ["all", "year", "12", "6", "3"] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  all: "All time",
  year: "This year",
  12: "12 months",
  6: "6 months",
  3: "3 months",
};

/** Months as YYYY-MM, inclusive. */
export interface Months {
  from: string;
  to: string;
}

/** Every month, future ones included. */
export const ALL_MONTHS: Months = { from: "0000-00", to: "9999-99" };

/** The months of a period at `today`. */
export function monthsOf(period: Period, today: string): Months {
  if (period === "all") return ALL_MONTHS;
  const from = period === "year" ? `${today.slice(0, 4)}-01` : addMonths(today, 1 - Number(period)).slice(0, 7);
  return { from, to: today.slice(0, 7) };
}

/** Every month from one to another, at most `most` of them: the latest. */
export function monthList({ from, to }: Months, most: number): string[] {
  const list: string[] = [];
  for (let month = to; month >= from && list.length < most; month = addMonths(`${month}-01`, -1).slice(0, 7)) {
    list.push(month);
  }
  return list.reverse();
}

/** Uses of proceeds (loans specification 9). */
export const USES = [
  "Debt Consolidation",
  "Renovation",
  "Education",
  "New Purchase",
  "Business Investment",
  "Investment in Another Property",
] as const;

const folded = (text: string) => text.replace(/\s+/g, "").toLowerCase();

/** The use that a text names, ignoring spaces and case (loans specification 5.2); `Other` for anything else. */
export function useOf(text: string): string {
  return USES.find((use) => folded(use) === folded(text)) ?? "Other";
}
