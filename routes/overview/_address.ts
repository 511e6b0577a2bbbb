import { OVERVIEW_STATUSES, type OverviewStatus } from "../../lib/domain/lending/overview.ts";
import { listQueryText, type LoanListQuery } from "../../lib/schemas/loans/list.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";

export const OVERVIEW = "/dashboard/overview";

const DEFAULTS: OverviewQuery = { view: "risk", period: "all", status: "all", by: "count" };

/** The overview's address with some changes, without defaults. */
export function overviewAddress(query: OverviewQuery, changes: Partial<OverviewQuery> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== DEFAULTS[name as keyof OverviewQuery]) search.set(name, value);
  }
  return search.size ? `${OVERVIEW}?${search}` : OVERVIEW;
}

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
  const text = listQueryText({ ...which, status });
  return text ? `/dashboard/loans?${text}` : "/dashboard/loans";
}
