/** A region's market in one month, and the words and months around it. */
import { addDays, addMonths, isCalendarDate, isOlderThanMonths } from "../dates.ts";

/** What a report may hold; null where it says nothing (loans specification 3.11). */
export interface MarketFigures {
  newListings: number | null;
  homesSold: number | null;
  averageDaysOnMarket: number | null;
  /** Selling price in percent of the list price (LTS price). */
  listingToSellingPrice: number | null;
  /** Change of the median price against the month before, in percent. */
  monthlyChange: number | null;
  /** Whole dollars. */
  medianPrice: number | null;
  detachedSales: number | null;
  townhouseSales: number | null;
  condoSales: number | null;
}

/** A region has at most one report a month (YYYY-MM). `date` (YYYY-MM-DD) is the day its figures are of. */
export interface MarketReport extends MarketFigures {
  month: string;
  date: string;
}

/** The figures that lists and strips show; those by type of home stand apart. */
export const MAIN_FIGURES = [
  "newListings",
  "homesSold",
  "averageDaysOnMarket",
  "listingToSellingPrice",
  "monthlyChange",
  "medianPrice",
] as const satisfies readonly (keyof MarketFigures)[];

export const FIGURE_NAMES = [
  ...MAIN_FIGURES,
  "detachedSales",
  "townhouseSales",
  "condoSales",
] as const satisfies readonly (keyof MarketFigures)[];

export type FigureName = (typeof FIGURE_NAMES)[number];

/** A region is outdated when its newest report is older (loans specification 4.9 and 9). */
export const OUTDATED_MONTHS = 6;

/** Shown for a region whose newest report is older than 6 months (loans specification 8). */
export const OUTDATED_REGION = "This Region is outdated";
/** Shown for a region without any report (loans specification 8). */
export const NO_REGION_DATA = "This Region has no data!";

/**
 * True where the newest report's date lies more than 6 months before `today`; a region without reports is not outdated.
 */
export const isOutdated = (updated: string | null, today: string): boolean =>
  updated !== null && isOlderThanMonths(updated, OUTDATED_MONTHS, today);

/** True for `YYYY-MM` text that names a month. */
export const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isCalendarDate(`${text}-01`);

/** The day that a month's report is of, where it names no day: the month's last one, or today in this month. */
export function reportDate(month: string, today: string): string {
  if (today.startsWith(month)) return today;
  const next = addMonths(`${month}-01`, 1);
  return addDays(next, -1);
}

/** Every month from one to another, both included; empty where `to` is earlier. */
export function monthsFrom(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = addMonths(`${month}-01`, 1).slice(0, 7)) months.push(month);
  return months;
}

/**
 * The month whose report is to be entered next: the newest one without a report since the first, else `today`'s.
 * `reports` rise by month.
 */
export function monthToEnter(reports: readonly { month: string }[], today: string): string {
  const now = today.slice(0, 7), has = new Set(reports.map(({ month }) => month));
  return monthsFrom(reports.at(0)?.month ?? now, now).findLast((month) => !has.has(month)) ?? now;
}

/** The newest report of a month or before it. `reports` rise by month. */
export const reportAt = <R extends { month: string }>(reports: readonly R[], month: string): R | undefined =>
  reports.findLast((report) => report.month <= month);
