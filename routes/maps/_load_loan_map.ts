/** What the map of loans and its tables show. */
import { listFilterBrokers } from "../../lib/features/loans/mod.ts";
import {
  areasInForce,
  FIRST_ROWS,
  listMapLoans,
  listMapMarkets,
  summariseLoanMap,
} from "../../lib/features/maps/mod.ts";
import { REGIONS, RURAL } from "../../lib/domain/places/regions.ts";
import { type LoanMapQuery, loanMapQuery, MAP_TABLE_SIZE } from "../../lib/schemas/maps/loan_map.ts";
import type { Context } from "../../lib/server/http.ts";
import type { ViewProps } from "../../lib/server/page.tsx";

let options: string[] | undefined;

/** The regions of the filter, by name. Sorted when first asked for: that loads the rules of the language. */
export const regionOptions = (): string[] =>
  options ??= [...REGIONS.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en-CA")), RURAL];

/** The query, its loans in figures and rows, the markets and the choices of the filters. */
export async function loadLoanMap(ctx: Context, sent: Readonly<Record<string, string>>) {
  const requested = loanMapQuery.parse(sent);
  const size = requested.view === "table" ? MAP_TABLE_SIZE : FIRST_ROWS;
  // All at once: on a libSQL server that is one round trip.
  const [summary, found, markets, brokers, areas] = await Promise.all([
    summariseLoanMap(ctx, requested),
    requested.view === "regions" ? [] : listMapLoans(ctx, requested, size),
    listMapMarkets(ctx),
    listFilterBrokers(ctx),
    areasInForce(ctx.db),
  ]);
  const pages = Math.max(1, Math.ceil(summary.loans / MAP_TABLE_SIZE));
  const mapQuery: LoanMapQuery = { ...requested, page: Math.min(requested.page, pages) };
  // A page beyond the last one is the last one.
  const isBeyond = mapQuery.page !== requested.page && requested.view !== "regions";
  const rows = isBeyond ? await listMapLoans(ctx, mapQuery, size) : found;
  return { mapQuery, summary, pages, rows, markets, brokers, areas };
}

/** The screen with what every view is given. */
export type LoanMapScreen = Awaited<ReturnType<typeof loadLoanMap>> & ViewProps;
