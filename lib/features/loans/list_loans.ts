/** The lender's list of loans: one status, searched, filtered, sorted and paged (loans specification 2.2). */
import { eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { ListedLoan } from "../../domain/loans/loan_table.ts";
import { scoresOf } from "../../domain/loans/risk_range.ts";
import { searchQuery, statusKey } from "../../domain/loans/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../domain/loans/status.ts";
import type { LoanListQuery, LoanSort } from "../../schemas/loans/list.ts";
import { countFiltered, type FilterKind, orderOf, pageOfIds } from "./page_of_loans.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Filters of a list besides its status. */
export type ListFilter = Pick<LoanListQuery, "q" | "type" | "risk" | "broker">;
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
    }).from(page).innerJoin(loans, eq(loans.id, page.id)).orderBy(...orderOf(sort, order)),
  );
});
const countRows = preparedBy((db, choice: Exclude<FilterKind, "all">) => countFiltered(db, choice).prepare());

/** The full-text query of a search among the loans of a status; null for an empty search. */
export const searchQueryOf = (status: LoanStatus, q: string): string | null =>
  searchQuery([statusKey(status)], q, "lender");

/** True where a list shows only a part of its status. */
export const isFiltered = ({ q, type, risk, broker }: ListFilter): boolean =>
  q.trim() !== "" || type !== "" || risk !== "" || broker !== 0;

function filterKindOf({ q, type, risk, broker }: ListFilter): FilterKind {
  const searched = q.trim() !== "";
  if (type === "" && risk === "" && broker === 0) return searched ? "found" : "all";
  return searched ? "both" : "filtered";
}

/** Values for the placeholders of a filter. SQL has no infinity; scores are far below a billion. */
export function valuesOf(ctx: Context, { type, risk, broker }: ListFilter) {
  const { from, to } = risk ? scoresOf(risk, ctx.lending().settings.globalScore) : { from: -Infinity, to: Infinity };
  return { type, broker, scoreFrom: Math.max(from, -1e9), scoreTo: Math.min(to, 1e9) };
}

/** The number of loans of each status that match the search and filters. */
export async function countFound(ctx: Context, filter: ListFilter): Promise<Record<LoanStatus, number>> {
  const choice = filterKindOf(filter);
  if (choice === "all") throw new TypeError("Without filters, read the counts from the tallies.");
  const values = choice === "found" ? {} : valuesOf(ctx, filter);
  const counted = await Promise.all(LOAN_STATUSES.map(async (status) => {
    const match = searchQueryOf(status, filter.q);
    return [status, (await countRows(ctx.db, choice).get({ ...values, status, match }))!.n] as const;
  }));
  return Object.fromEntries(counted) as Record<LoanStatus, number>;
}

/** The rows of a page; empty beyond the last page. */
export async function listLoans(ctx: Context, query: ListPart): Promise<ListedLoan[]> {
  const choice = filterKindOf(query);
  const values = choice === "all" || choice === "found" ? {} : valuesOf(ctx, query);
  return await rows(ctx.db, `${query.sort} ${query.order} ${choice}`).all({
    ...values,
    match: searchQueryOf(query.status, query.q),
    status: query.status,
    limit: query.size,
    offset: (query.page - 1) * query.size,
  });
}
