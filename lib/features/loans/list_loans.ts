/** The lender's list of loans: one status, searched, filtered, sorted and paged (loans specification 2.2). */
import { and, eq, or, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { ListedLoan } from "../../domain/loans/loan_table.ts";
import { scoresOf } from "../../domain/loans/risk_range.ts";
import { searchQuery, statusKey } from "../../domain/loans/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../domain/loans/status.ts";
import type { LoanListQuery, LoanSort } from "../../schemas/loans/list.ts";
import { outdatedOfAll } from "../settings/mod.ts";
import { countFiltered, type FilterKind, pageOfIds } from "./page_of_loans.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { readTallies } from "./read_tallies.ts";

/** Filters of a list besides its status. */
export type ListFilter = Pick<LoanListQuery, "q" | "type" | "risk" | "broker" | "earlier">;
/** A page of a list: `page` counts from 1. */
export type ListPart = ListFilter & Pick<LoanListQuery, "status" | "sort" | "order" | "page"> & { size: number };

const unseen = sql<number>`iif(${loans.brokerConditionsUpdated} = 1, max(1, (select count(*) from conditions
  where conditions.loan_id = ${loans.id} and conditions.broker_updated_at > coalesce(conditions.viewed_at, 0))), 0)`;

type Key = `${LoanSort} ${"asc" | "desc"} ${FilterKind}`;

const rows = preparedBy((db, key: Key) => {
  const [sort, order, choice] = key.split(" ") as [LoanSort, "asc" | "desc", FilterKind];
  const page = pageOfIds(db, sort, order, choice);
  return prepareJsonRows<ListedLoan>(
    db,
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      brokerName: loans.brokerName,
      city: loans.city,
      firstOrSecond: loans.firstOrSecond,
      fsfcLoan: loans.fsfcLoan,
      newLoanAmount: loans.newLoanAmount,
      ltv: loans.ltv,
      shownScore: loans.shownScore,
      updated: unseen.as("updated"),
      // A cross join goes through the page as it is ordered; to sort its rows once more took a quarter of the time.
    }).from(page).crossJoin(loans).where(eq(loans.id, page.id)),
  );
});
/** Of a page the Pending loans that were saved under other versions of settings or form than those given. */
const earlier = preparedBy((db, key: Key) => {
  const [sort, order, choice] = key.split(" ") as [LoanSort, "asc" | "desc", FilterKind];
  const page = pageOfIds(db, sort, order, choice);
  return prepareJsonRows<{ id: number; updatedAt: number }>(
    db,
    // As above: an inner join went through all Pending loans for a search, 80 ms of 100,000 loans instead of 2.
    db.select({ id: loans.id, updatedAt: loans.updatedAt }).from(page).crossJoin(loans).where(
      and(
        eq(loans.id, page.id),
        eq(loans.adminComSelect, "NA"),
        or(
          sql`${loans.settingsVersionId} is not ${sql.placeholder("settings")}`,
          sql`${loans.configVersionId} is not ${sql.placeholder("config")}`,
        ),
      ),
    ),
  );
});
const countRows = preparedBy((db, choice: Exclude<FilterKind, "all">) => countFiltered(db, choice).prepare());

/** The full-text query of a search among the loans of a status; null for an empty search. */
export const searchQueryOf = (status: LoanStatus, q: string): string | null =>
  searchQuery([statusKey(status)], q, "lender");

/** True where a list shows only a part of its status. */
export const isFiltered = (filter: ListFilter): boolean => filterKindOf(filter) !== "all";

function filterKindOf({ q, type, risk, broker, earlier }: ListFilter): FilterKind {
  const searched = q.trim() !== "";
  if (type === "" && risk === "" && broker === 0 && earlier === "") return searched ? "found" : "all";
  return searched ? "both" : "filtered";
}

/** The filter as it holds for a status: only Pending loans are of earlier settings. */
const filterOf = <T extends ListFilter>(status: LoanStatus, filter: T): T =>
  status === "NA" ? filter : { ...filter, earlier: "" };

/** The ids that the filter for earlier settings leaves, as JSON; null where it leaves all. */
async function earlierIds(ctx: Context, { earlier }: ListFilter): Promise<string | null> {
  if (earlier === "") return null;
  const all = [...await outdatedOfAll(ctx)];
  return JSON.stringify(all.filter(([, outdated]) => earlier === "any" || earlier === outdated).map(([id]) => id));
}

/** Values for the placeholders of a filter. SQL has no infinity; scores are far below a billion. */
export async function valuesOf(ctx: Context, filter: ListFilter) {
  const { type, risk, broker } = filter;
  const { from, to } = risk ? scoresOf(risk, ctx.lending().settings.globalScore) : { from: -Infinity, to: Infinity };
  const scores = { scoreFrom: Math.max(from, -1e9), scoreTo: Math.min(to, 1e9) };
  return { type, broker, ...scores, earlier: await earlierIds(ctx, filter) };
}

/** The number of loans of each status that match the search and filters. */
export async function countFound(ctx: Context, filter: ListFilter): Promise<Record<LoanStatus, number>> {
  if (!isFiltered(filter)) throw new TypeError("Without filters, read the counts from the tallies.");
  const values = await valuesOf(ctx, filter);
  const tallies = isFiltered(filterOf("Funded", filter)) ? null : await readTallies(ctx);
  const counted = await Promise.all(LOAN_STATUSES.map(async (status) => {
    if (tallies && status !== "NA") return [status, tallies[status].loans] as const;
    const choice = filterKindOf(filterOf(status, filter)) as Exclude<FilterKind, "all">;
    const match = searchQueryOf(status, filter.q);
    const earlier = status === "NA" ? values.earlier : null;
    return [status, (await countRows(ctx.db, choice).get({ ...values, earlier, status, match }))!.n] as const;
  }));
  return Object.fromEntries(counted) as Record<LoanStatus, number>;
}

/** The statement of a page, and the values of its placeholders. */
async function partOf(ctx: Context, query: ListPart) {
  const filter = filterOf(query.status, query);
  const choice = filterKindOf(filter);
  const values = choice === "all" || choice === "found" ? {} : await valuesOf(ctx, filter);
  const key: Key = `${query.sort} ${query.order} ${choice}`;
  const { status, size } = query;
  const match = searchQueryOf(status, query.q);
  return { key, values: { ...values, match, status, limit: size, offset: (query.page - 1) * size } };
}

/** The rows of a page; empty beyond the last page. */
export async function listLoans(ctx: Context, query: ListPart): Promise<ListedLoan[]> {
  const { key, values } = await partOf(ctx, query);
  return await rows(ctx.db, key).all(values);
}

/** The Pending loans of a page that were saved under earlier settings. */
export async function listEarlier(ctx: Context, query: ListPart): Promise<{ id: number; updatedAt: number }[]> {
  if (query.status !== "NA") return [];
  const { settingsVersionId, configVersionId } = ctx.lending(), { key, values } = await partOf(ctx, query);
  return await earlier(ctx.db, key).all({ ...values, settings: settingsVersionId, config: configVersionId });
}
