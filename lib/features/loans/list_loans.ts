/** The lender's list of loans: one status, searched, filtered, sorted and paged (loans specification 2.2). */
import { eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import type { ListedLoan } from "../../domain/loans/loan_table.ts";
import { scoresOf } from "../../domain/loans/risk_range.ts";
import { searchQuery, statusKey } from "../../domain/loans/search.ts";
import { LOAN_STATUSES, type LoanStatus } from "../../domain/loans/status.ts";
import type { LoanListQuery, LoanSort } from "../../schemas/loans/list.ts";
import { type Choice, countChosen, orderOf, pageOfIds } from "./page_of_loans.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { spellingsOf } from "./_spellings.ts";

/** What narrows a list down besides its status. */
export type Narrowing = Pick<LoanListQuery, "q" | "type" | "risk" | "broker">;
/** The loans of a list, and which of them: `page` counts from 1. */
export type ListPart = Narrowing & Pick<LoanListQuery, "status" | "sort" | "order" | "page"> & { size: number };

const unseen = sql<number>`iif(${loans.brokerConditionsUpdated} = 1, max(1, (select count(*) from conditions
  where conditions.loan_id = ${loans.id} and conditions.broker_updated_at > coalesce(conditions.viewed_at, 0))), 0)`;

type Key = `${LoanSort} ${"asc" | "desc"} ${Choice}`;

const rows = preparedBy((db, key: Key) => {
  const [sort, order, choice] = key.split(" ") as [LoanSort, "asc" | "desc", Choice];
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
const chosen = preparedBy((db, choice: Exclude<Choice, "all">) => countChosen(db, choice).prepare());

/** The full-text question of a search among the loans of a status; null when nothing was typed. */
export const questionOf = (status: LoanStatus, q: string): string | null =>
  searchQuery([statusKey(status)], q, "lender");

/** True where a list shows less than its whole status. */
export const isNarrowed = ({ q, type, risk, broker }: Narrowing): boolean =>
  q.trim() !== "" || type !== "" || risk !== "" || broker !== 0;

function choiceOf({ q, type, risk, broker }: Narrowing): Choice {
  const searched = q.trim() !== "";
  if (type === "" && risk === "" && broker === 0) return searched ? "found" : "all";
  return searched ? "both" : "filtered";
}

/** The values of every placeholder that a choice may have. SQL knows no infinity: scores end far within a billion. */
async function valuesOf(ctx: Context, { type, risk, broker }: Narrowing) {
  const { from, to } = risk ? scoresOf(risk, ctx.lending().settings.globalScore) : { from: -Infinity, to: Infinity };
  return { types: await spellingsOf(ctx, type), broker, scoreFrom: Math.max(from, -1e9), scoreTo: Math.min(to, 1e9) };
}

/** How many loans of each status a search and the filters leave. */
export async function countFound(ctx: Context, narrowing: Narrowing): Promise<Record<LoanStatus, number>> {
  const choice = choiceOf(narrowing);
  if (choice === "all") throw new TypeError("Nothing narrows the list: the tallies have its counts.");
  const values = choice === "found" ? {} : await valuesOf(ctx, narrowing);
  const found = {} as Record<LoanStatus, number>;
  for (const status of LOAN_STATUSES) {
    const match = questionOf(status, narrowing.q);
    found[status] = (await chosen(ctx.db, choice).get({ ...values, status, match }))!.n;
  }
  return found;
}

/** The rows of one page; a page beyond the last has none. */
export async function listLoans(ctx: Context, query: ListPart): Promise<ListedLoan[]> {
  const choice = choiceOf(query);
  const values = choice === "all" || choice === "found" ? {} : await valuesOf(ctx, query);
  return await rows(ctx.db, `${query.sort} ${query.order} ${choice}`).all({
    ...values,
    match: questionOf(query.status, query.q),
    status: query.status,
    limit: query.size,
    offset: (query.page - 1) * query.size,
  });
}
