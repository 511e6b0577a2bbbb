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

/** The regions of the filter, by name. */
export const REGION_CHOICES = [...REGIONS.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en-CA")), RURAL];

/** The query, its loans in figures and rows, the markets and the choices of the filters. */
export async function loadLoanMap(ctx: Context, sent: Readonly<Record<string, string>>) {
  const asked = loanMapQuery.parse(sent);
  const summary = await summariseLoanMap(ctx, asked);
  const pages = Math.max(1, Math.ceil(summary.loans / MAP_TABLE_SIZE));
  const mapQuery: LoanMapQuery = { ...asked, page: Math.min(asked.page, pages) };
  const size = mapQuery.view === "table" ? MAP_TABLE_SIZE : FIRST_ROWS;
  const rows = mapQuery.view === "regions" ? [] : await listMapLoans(ctx, mapQuery, size);
  const [markets, brokers, areas] = [
    await listMapMarkets(ctx),
    await listFilterBrokers(ctx),
    await areasInForce(ctx.db),
  ];
  return { mapQuery, summary, pages, rows, markets, brokers, areas };
}

/** The screen with what every view is given. */
export type LoanMapScreen = Awaited<ReturnType<typeof loadLoanMap>> & ViewProps;
