/** The overview's address query. Invalid values fall back to the defaults. */
import * as v from "valibot";
import { OVERVIEW_STATUSES, PERIODS } from "../domain/lending/overview.ts";

export const OVERVIEW_VIEWS = ["risk", "exposure", "history", "brokers"] as const;
export type OverviewView = (typeof OVERVIEW_VIEWS)[number];

export const MEASURES = ["count", "amount"] as const;
/** The measure of bars and columns: loans or dollars. */
export type Measure = (typeof MEASURES)[number];

export const OverviewQuery = v.object({
  view: v.fallback(v.picklist(OVERVIEW_VIEWS), "risk"),
  period: v.fallback(v.picklist(PERIODS), "all"),
  /** One status, or all four of the charts. */
  status: v.fallback(v.picklist(["all", ...OVERVIEW_STATUSES]), "all"),
  by: v.fallback(v.picklist(MEASURES), "count"),
});
export type OverviewQuery = v.InferOutput<typeof OverviewQuery>;
