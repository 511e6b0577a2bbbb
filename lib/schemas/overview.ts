/** The overview's address query. Invalid values fall back to the defaults. */
import { OVERVIEW_STATUSES, PERIODS } from "../domain/lending/overview.ts";
import { defineListQuery, oneOf } from "./list_query.ts";

export const OVERVIEW_VIEWS = ["risk", "exposure", "history", "brokers"] as const;
export type OverviewView = (typeof OVERVIEW_VIEWS)[number];

export const MEASURES = ["count", "amount"] as const;
/** The measure of bars and columns: loans or dollars. */
export type Measure = (typeof MEASURES)[number];

export const overviewQuery = defineListQuery("/dashboard/overview", {
  view: oneOf(OVERVIEW_VIEWS, "risk"),
  period: oneOf(PERIODS, "all"),
  /** One status, or all four of the charts. */
  status: oneOf(["all", ...OVERVIEW_STATUSES], "all"),
  by: oneOf(MEASURES, "count"),
});
export type OverviewQuery = ReturnType<typeof overviewQuery.parse>;
