/** The lender's list of loans: one status, searched, filtered, sorted and paged (loans specification 2.2). */
import { eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import type { ListedLoan } from "../../domain/loans/loan_table.ts";
import { scoresOf } from "../../domain/loans/risk_range.ts";
import { brokerKey, positionKey, searchQuery } from "../../domain/loans/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../domain/loans/status.ts";
import type { LoanListQuery, LoanSort } from "../../schemas/loans/list.ts";
import { UNSEEN } from "../conditions/unseen.ts";
import { outdatedOfAll, SAVED_EARLIER } from "../settings/outdated_loans.ts";
import {
  countFiltered,
  countSearched,
  countTallied,
  type FilterKind,
  isTallied,
  kindOf,
  pageOfIds,
  type TalliedKind,
} from "./page_of_loans.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { readTallies } from "./read_tallies.ts";

/** Filters of a list besides its status. */
export type ListFilter = Pick<LoanListQuery, "q" | "type" | "risk" | "broker" | "earlier">;
/** A page of a list: `page` counts from 1. */
export type ListPart = ListFilter & Pick<LoanListQuery, "status" | "sort" | "order" | "page"> & { size: number };

const unseen = sql<number>`iif(${loans.brokerConditionsUpdated} = 1, max(1, (select count(*) from ${conditions}
  where ${conditions.loanId} = ${loans.id} and ${UNSEEN})), 0)`;

/** When a loan was saved that is of earlier settings. */
const earlierSave = sql<number | null>`iif(${SAVED_EARLIER}, ${loans.updatedAt}, null)`;

/** A row of a list. `earlierSave` is when it was saved, where that was under earlier settings and it is Pending. */
export type ListRow = ListedLoan & { earlierSave: number | null };

/** A page's sort, order and what narrows its list. */
type Key = `${LoanSort} ${"asc" | "desc"} ${FilterKind}`;

const rows = preparedBy((db, key: Key) => {
  const [sort, order, ...kind] = key.split(" ") as [LoanSort, "asc" | "desc", ...string[]];
  const page = pageOfIds(db, sort, order, kind.join(" ") as FilterKind);
  return prepareJsonRows<ListRow>(
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
      earlierSave: earlierSave.as("earlier_save"),
      // A cross join goes through the page as it is ordered; to sort its rows once more took a quarter of the time.
    }).from(page).crossJoin(loans).where(eq(loans.id, page.id)),
  );
});
const countRows = preparedBy((db, kind: FilterKind) => countFiltered(db, kind).prepare());
const talliedRows = preparedBy((db, kind: TalliedKind) => countTallied(db, kind).prepare());
const searchedRows = preparedBy((db, _key: "all") => countSearched(db).prepare());

/** The full-text query of a search, whatever the status; null for an empty search. */
export function searchQueryOf({ q, type, broker }: ListFilter): string | null {
  const keys: string[] = [];
  if (type) keys.push(positionKey(type));
  if (broker) keys.push(brokerKey(broker));
  return searchQuery(keys, q, "lender");
}

/** True where a list shows only a part of its status. */
export const isFiltered = (filter: ListFilter): boolean => filterKindOf(filter) !== "";

/** What a filter narrows a list by. */
export const filterKindOf = (filter: ListFilter): FilterKind =>
  kindOf((by) => by === "broker" ? filter.broker !== 0 : filter[by].trim() !== "");

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
  const kinds = LOAN_STATUSES.map((status) => filterKindOf(filterOf(status, filter)));
  // Asked for at once with the others: on a libSQL server that is one round trip.
  const tallies = kinds.includes("") ? readTallies(ctx) : null;
  const match = searchQueryOf(filter);
  const searched = kinds.includes("q") ? searchedRows(ctx.db, "all").get({ match }) : null;
  const talliedKind = kinds.find(isTallied),
    tallied = talliedKind ? talliedRows(ctx.db, talliedKind).all(values) : null;
  const counted = await Promise.all(LOAN_STATUSES.map(async (status, place) => {
    const kind = kinds[place];
    if (kind === "") return [status, (await tallies)![status].loans] as const;
    if (kind === "q") return [status, (await searched)![status]] as const;
    if (isTallied(kind)) return [status, (await tallied)!.find((one) => one.status === status)?.n ?? 0] as const;
    const earlier = status === "NA" ? values.earlier : null;
    return [status, (await countRows(ctx.db, kind).get({ ...values, earlier, status, match }))!.n] as const;
  }));
  return Object.fromEntries(counted) as Record<LoanStatus, number>;
}

/** The rows of a page; empty beyond the last page. */
export async function listLoans(ctx: Context, query: ListPart): Promise<ListRow[]> {
  const filter = filterOf(query.status, query), kind = filterKindOf(filter);
  const values = kind === "" || kind === "q" ? {} : await valuesOf(ctx, filter);
  const { status, size, sort, order, page } = query, { settingsVersionId, configVersionId } = ctx.lending();
  return await rows(ctx.db, `${sort} ${order} ${kind}`).all({
    ...values,
    match: searchQueryOf(query),
    status,
    settings: settingsVersionId,
    config: configVersionId,
    limit: size,
    offset: (page - 1) * size,
  });
}

/** Those of a page that were saved under earlier settings, and when. */
export const savedEarlier = (rows: readonly ListRow[]): { id: number; updatedAt: number }[] =>
  rows.flatMap(({ id, earlierSave }) => earlierSave === null ? [] : [{ id, updatedAt: earlierSave }]);
