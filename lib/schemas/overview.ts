/** The overview's address query. Invalid values fall back to the defaults. */
import * as v from "valibot";
import { FIGURE_GROUPS, OVERVIEW_STATUSES, PERIODS } from "../domain/lending/overview.ts";
import { defineListQuery, oneOf, pageNumber, searchText } from "./list_query.ts";

export const OVERVIEW_VIEWS = ["risk", "exposure", "history", "brokers"] as const;
export type OverviewView = (typeof OVERVIEW_VIEWS)[number];

/** True for the views that show one status or all: history and brokers separate the statuses themselves. */
export const limitsStatus = (view: OverviewView): boolean => view === "risk" || view === "exposure";

export const MEASURES = ["count", "amount"] as const;
/** The measure of bars and columns: loans or dollars. */
export type Measure = (typeof MEASURES)[number];

export const overviewQuery = defineListQuery("/dashboard/overview", {
  view: oneOf(OVERVIEW_VIEWS, "risk"),
  period: oneOf(PERIODS, "all"),
  /** One status, or all four of the charts. The funded book comes first: what is at risk is what was lent. */
  status: oneOf(["all", ...OVERVIEW_STATUSES], "Funded"),
  by: oneOf(MEASURES, "count"),
});
export type OverviewQuery = ReturnType<typeof overviewQuery.parse>;

const BEHIND_ORDERS = ["new", "amount", "score"] as const;
export type BehindOrder = (typeof BEHIND_ORDERS)[number];
/** Rows of a page of the loans behind a figure. */
export const BEHIND_SIZE = 100;

/** The loans behind a figure of the overview: those of the period and status whose `of` is `is`. */
export const behindQuery = defineListQuery("/dashboard/overview/loans", {
  view: oneOf(OVERVIEW_VIEWS, "risk"),
  period: oneOf(PERIODS, "all"),
  /** `lent`: Funded and Repaid. */
  status: oneOf(["all", "lent", ...OVERVIEW_STATUSES], "Funded"),
  by: oneOf(MEASURES, "count"),
  of: oneOf(FIGURE_GROUPS, "all"),
  /** The bucket's label, or brokers' ids with commas between; empty for every one. */
  is: searchText(300),
  /** `rest`: the buckets that the chart sums, by its measure. */
  part: oneOf(["", "rest"], ""),
  /** One month, YYYY-MM, instead of the period: of the submission, or of the day funded or repaid. */
  month: v.fallback(v.pipe(v.string(), v.regex(/^(?:\d{4}-(?:0[1-9]|1[0-2]))?$/)), ""),
  order: oneOf(BEHIND_ORDERS, "new"),
  page: pageNumber,
});
export type BehindQuery = ReturnType<typeof behindQuery.parse>;
