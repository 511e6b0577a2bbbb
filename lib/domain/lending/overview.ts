/** Periods of the data overview, and the buckets that the lending rules leave open. */
import { addMonths } from "../dates.ts";
import type { LoanStatus } from "../loans/status.ts";

/** The statuses that charts count, in their order (loans specification 4.1). */
export const OVERVIEW_STATUSES = ["NA", "Funded", "Repaid", "Declined"] as const satisfies readonly LoanStatus[];
export type OverviewStatus = (typeof OVERVIEW_STATUSES)[number];

/** What a figure counts loans by; `all` are the loans as such, `ledger` those of them that have a ledger. */
export const FIGURE_GROUPS = [
  "all",
  "band",
  "score",
  "credit",
  "ltv",
  "weightedLtv",
  "type",
  "size",
  "use",
  "region",
  "city",
  "property",
  "days",
  "broker",
  "funded",
  "repaid",
  "ledger",
] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** The label of loans without the figure that a group is about. */
export const UNKNOWN = "Unknown";

/** Maximum number of named places in a chart; the rest are summed. */
const PLACES = 8;

/** The buckets that a chart names, largest first by its measure, and those that it sums. */
export function largestOf<B extends { count: number; amount: number }>(
  buckets: readonly B[],
  by: "count" | "amount",
): { named: B[]; rest: B[] } {
  const other = by === "count" ? "amount" : "count";
  const sorted = buckets.toSorted((a, b) => b[by] - a[by] || b[other] - a[other]);
  // Another line is better than a line "1 other".
  const most = sorted.length <= PLACES + 1 ? sorted.length : PLACES;
  return { named: sorted.slice(0, most), rest: sorted.slice(most) };
}

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

/** Events before a longer stretch of months without any are left out as mistyped. */
const STRETCH_MONTHS = 24;
/** What is set apart so are mistaken dates where it is no more than this part of the events, or this many. */
const MISTAKEN_PART = 0.05, MISTAKEN_EVENTS = 2;

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/**
 * The month in which a history begins, from its events by month (YYYY-MM): the first, except for a few dates years
 * before all others, since one mistyped year would stretch the axis. `sure` is the first submission's month, which is
 * never left out. Null without events up to `to`.
 */
export function historyStart(events: ReadonlyMap<string, number>, to: string, sure?: string): string | null {
  const months = [...events.keys()].filter((month) => month <= to).sort();
  const count = (some: readonly string[]) => some.reduce((sum, month) => sum + events.get(month)!, 0);
  const few = Math.max(MISTAKEN_EVENTS, count(months) * MISTAKEN_PART);
  let start = 0;
  for (let i = 1; i < months.length && count(months.slice(0, i)) <= few; i++) {
    if (sure !== undefined && months[i - 1] >= sure) break;
    if (monthNumber(months[i]) - monthNumber(months[i - 1]) > STRETCH_MONTHS) start = i;
  }
  return months[start] ?? null;
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
