/** The lender's list of loans: one status, searched, sorted and paged (loans specification, section 2.2). */
import { eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { searchQuestion, statusKey } from "../../domain/loan/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../domain/loan/status.ts";
import type { LoanListQuery, LoanSort } from "../../schemas/loan_list.ts";
import { countMatches, orderOf, pageOfIds } from "./_page_of_loans.ts";
import { preparedBy } from "./_prepared.ts";

/** What a row of the list shows. Amounts in whole dollars, `ltv` in whole percent. */
export interface ListedLoan {
  id: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  brokerName: string | null;
  city: string;
  firstOrSecond: string;
  fsfcLoan: number | null;
  newLoanAmount: number;
  ltv: number | null;
  shownScore: number;
  /** Conditions that the broker changed and the lender has not looked at; 0 unless brokerConditionsUpdated is 1. */
  updated: number;
}

const unseen = sql<number>`iif(${loans.brokerConditionsUpdated} = 1, max(1, (select count(*) from conditions
  where conditions.loan_id = ${loans.id} and conditions.broker_updated_at > coalesce(conditions.viewed_at, 0))), 0)`;

type Key = `${LoanSort} ${"asc" | "desc"} ${"all" | "found"}`;

const rows = preparedBy((db, key: Key) => {
  const [sort, order, which] = key.split(" ") as [LoanSort, "asc" | "desc", string];
  const page = pageOfIds(db, sort, order, which === "found");
  return prepareJsonRows<ListedLoan>(
    db,
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      firstName: loans.firstName,
      lastName: loans.lastName,
      brokerName: accounts.name,
      city: loans.city,
      firstOrSecond: loans.firstOrSecond,
      fsfcLoan: loans.fsfcLoan,
      newLoanAmount: loans.newLoanAmount,
      ltv: loans.ltv,
      shownScore: loans.shownScore,
      updated: unseen.as("updated"),
    }).from(page).innerJoin(loans, eq(loans.id, page.id)).leftJoin(accounts, eq(accounts.id, loans.brokerId))
      .orderBy(...orderOf(sort, order)),
  );
});
const matching = preparedBy((db, _key: "count") => countMatches(db));

/** The full-text question of a search among the loans of a status; null when nothing was typed. */
export const questionOf = (status: LoanStatus, q: string): string | null =>
  searchQuestion([statusKey(status)], q, "lender");

/** How many loans of each status a search finds. */
export async function countFound(ctx: Context, q: string): Promise<Record<LoanStatus, number>> {
  const found = {} as Record<LoanStatus, number>;
  for (const status of LOAN_STATUSES) {
    found[status] = (await matching(ctx.db, "count").get({ match: questionOf(status, q) }))!.n;
  }
  return found;
}

/** The rows of one page. `page` counts from 1; a page beyond the last has none. */
export function listLoans(ctx: Context, query: LoanListQuery): Promise<ListedLoan[]> {
  const match = questionOf(query.status, query.q);
  return rows(ctx.db, `${query.sort} ${query.order} ${match ? "found" : "all"}`).all({
    match,
    status: query.status,
    limit: query.size,
    offset: (query.page - 1) * query.size,
  });
}
