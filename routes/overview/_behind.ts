import { type BehindQuery, behindQuery, limitsStatus, type OverviewQuery } from "../../lib/schemas/overview.ts";

/**
 * The address of the loans behind a figure: those of the view's period, and of its status unless `which` has another.
 */
export function behind(
  query: OverviewQuery,
  which: Partial<Pick<BehindQuery, "status" | "of" | "is" | "part" | "month">>,
): string {
  const { view, period, by } = query;
  // History and brokers count every status, whatever another view was limited to.
  const status = limitsStatus(view) ? query.status : "all";
  return behindQuery.address({ ...behindQuery.defaults, view, period, status, by }, which);
}
