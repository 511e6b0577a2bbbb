/** What lists share between requests. Keys hold the tallies' change numbers, so nothing in here is ever out of date. */
import {
  countFound,
  type FilterBroker,
  type ListFilter,
  listFilterBrokers,
  listLoans,
  summariseLoans,
  type Tally,
} from "../../lib/features/loans/mod.ts";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import type { PortfolioSummary } from "../../lib/domain/lending/portfolio.ts";
import { searchTerms } from "../../lib/domain/loans/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../lib/domain/loans/status.ts";
import type { LoanListQuery } from "../../lib/schemas/loans/list.ts";
import { type Fragment, fragment } from "../../lib/server/fragment.ts";
import type { Context } from "../../lib/server/http.ts";
import { Lru } from "../../lib/server/lru.ts";
import { rowHtml } from "./loan_row.tsx";

type Tallies = Record<LoanStatus, Tally>;

/** Tables kept: at most some hundred kilobytes each. */
const TABLES_KEPT = 24;

interface Caches {
  tables: Lru<Fragment>;
  found: Lru<Record<LoanStatus, number>>;
  summaries: Lru<PortfolioSummary>;
  brokers: Lru<FilterBroker[]>;
}

const caches = new WeakMap<object, Caches>();

function cachesOf(ctx: Context): Caches {
  let mine = caches.get(ctx.db);
  if (!mine) {
    mine = { tables: new Lru(TABLES_KEPT), found: new Lru(200), summaries: new Lru(4), brokers: new Lru(1) };
    caches.set(ctx.db, mine);
  }
  return mine;
}

/** The state of all loans: another text after any change of what lists show. */
const stateOf = (tallies: Tallies) => LOAN_STATUSES.map((status) => tallies[status].changes);

/** How many loans of each status a search and the filters leave. */
export function foundOf(ctx: Context, query: ListFilter, tallies: Tallies): Promise<Record<LoanStatus, number>> {
  const { q, type, risk, broker } = query;
  const key = JSON.stringify([searchTerms(q), type, risk, broker, risk && versionOf(ctx), stateOf(tallies)]);
  return cachesOf(ctx).found.getOrMake(key, () => countFound(ctx, query));
}

const versionOf = (ctx: Context): number => ctx.lending().settingsVersionId;

/** The brokers to choose from. */
export function brokersOf(ctx: Context, tallies: Tallies): Promise<FilterBroker[]> {
  return cachesOf(ctx).brokers.getOrMake(JSON.stringify(stateOf(tallies)), () => listFilterBrokers(ctx));
}

/** The summary of the funded or repaid loans. */
export function summaryOf(ctx: Context, status: "Funded" | "Repaid", tallies: Tallies): Promise<PortfolioSummary> {
  const key = JSON.stringify([status, tallies[status].changes, dateInToronto(ctx.now)]);
  return cachesOf(ctx).summaries.getOrMake(key, () => summariseLoans(ctx, status));
}

/** The rows of one page of the list as HTML that is rendered and compressed once. */
export function tableOf(ctx: Context, query: LoanListQuery, tallies: Tallies): Promise<Fragment> {
  const { settings, settingsVersionId } = ctx.lending();
  const key = JSON.stringify([{ ...query, q: searchTerms(query.q) }, tallies[query.status].changes, settingsVersionId]);
  return cachesOf(ctx).tables.getOrMake(key, async () => {
    const limit = settings.maxLtv.limit;
    const loans = await listLoans(ctx, query);
    const row = (loan: (typeof loans)[number]) =>
      rowHtml({ loan, band: bandOf(loan.shownScore, settings.globalScore), limit });
    return fragment(loans.map(row).join(""));
  });
}
