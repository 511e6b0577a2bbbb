import { OVERVIEW_STATUSES, type OverviewStatus } from "../../lib/domain/lending/overview.ts";
import { listQueryText, type LoanListQuery } from "../../lib/schemas/loans/list.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";

export const OVERVIEW = "/dashboard/overview";

const USUAL: OverviewQuery = { view: "risk", period: "all", status: "all", by: "count" };

/** The overview's address with some of its choices changed; what is usual is left out. */
export function overviewAddress(query: OverviewQuery, changes: Partial<OverviewQuery> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) {
    if (value !== USUAL[name as keyof OverviewQuery]) search.set(name, value);
  }
  return search.size ? `${OVERVIEW}?${search}` : OVERVIEW;
}

/**
 * The list of exactly the loans that are counted, narrowed further by `which`; undefined where no list shows just those:
 * it has one status at a time and knows no periods.
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
