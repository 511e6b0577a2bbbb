import { OVERVIEW_STATUSES, type OverviewStatus } from "../../lib/domain/lending/overview.ts";
import { type LoanListQuery, loanListQuery } from "../../lib/schemas/loans/list.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";

/**
 * The list of exactly the counted loans, filtered further by `which`; undefined where no list shows just those, as
 * lists have one status and no periods.
 */
export function listOf(
  query: OverviewQuery,
  which: Partial<Pick<LoanListQuery, "type" | "risk" | "broker">> & { status?: OverviewStatus } = {},
): string | undefined {
  const status = which.status ?? OVERVIEW_STATUSES.find((one) => one === query.status);
  if (query.period !== "all" || !status || (query.status !== "all" && query.status !== status)) return undefined;
  return loanListQuery.address(loanListQuery.defaults, { ...which, status });
}
