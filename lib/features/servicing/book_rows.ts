/** The loans of the book: those in arrears, all, or those that mature, a page at a time. */
import { and, asc, desc, eq, gt, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { comingPayments, foundLoans, loanBooks, valueSql } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { contracts, loans, maturityPlans } from "../../../db/schema/mod.ts";
import { addMonths, dateInToronto } from "../../domain/dates.ts";
import type { ContractStage } from "../../domain/lending/contract.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { searchQuery } from "../../domain/loans/search.ts";
import { bookFigures, bucketDays } from "../../domain/servicing/book.ts";
import type { BookLoan } from "../../domain/servicing/book_table.ts";
import { NO_PLAN } from "../../domain/servicing/maturity_plan.ts";
import { type BookOrder, type BookQuery, bookQuery } from "../../schemas/servicing/book.ts";
import { readPage } from "../read_page.ts";
import { planSql } from "./plan_maturity.ts";

const IN_FORCE = sql.raw(valueSql<ContractStage>("in force"));
const BOOK_PAGE = 50;
/** More loans than any book has. */
const EVERY = 1_000_000;

/** Cents in arrears: what is due on the day itself is none yet. */
export const arrearsOn = (today: string): SQL<number> =>
  sql<number>`${loanBooks.unpaid} - iif(${loanBooks.newestDue} = ${today}, ${loanBooks.newestLeft}, 0)`;
export const balanceSql = sql<
  number
>`${loanBooks.principal} + ${loanBooks.unpaid} + ${loanBooks.charges} - ${loanBooks.credit}`;
/** True for a loan whose oldest unpaid payment fell due before the day. */
export const inArrearsOn = (today: string): SQL => and(ne(loanBooks.oldestDue, ""), lt(loanBooks.oldestDue, today))!;

const nextOf = (column: SQL): SQL =>
  sql`(select ${column} from ${comingPayments} where ${comingPayments.loanId} = ${loanBooks.loanId}
    order by ${comingPayments.day} limit 1)`;
const nextDay = sql<string | null>`${nextOf(sql`${comingPayments.day}`)}`;
/** A renewal that was accepted and has yet to begin. */
const renewedFrom = sql<string | null>`(select min(${contracts.effectiveDate}) from ${contracts}
  where ${contracts.loanId} = ${loanBooks.loanId} and ${contracts.stage} = ${IN_FORCE}
  and ${contracts.effectiveDate} >= ${loanBooks.maturity})`;

/** What a view shows of the book. */
function conditionOf(query: BookQuery, today: string): SQL | undefined {
  const { view, bucket, plan, within, q } = query;
  const match = searchQuery([], q, "lender");
  const found = match === null ? undefined : sql`${loanBooks.loanId} in (${foundLoans(match, { status: "Funded" })})`;
  if (view === "arrears") {
    const days = bucket ? bucketDays(bucket, today) : null;
    return and(
      inArrearsOn(today),
      days ? lte(loanBooks.oldestDue, days.until) : undefined,
      days?.after ? gt(loanBooks.oldestDue, days.after) : undefined,
      found,
    );
  }
  if (view !== "maturities") return found;
  const until = within === "all"
    ? undefined
    : within === "past"
    ? lt(loanBooks.maturity, today)
    : lte(loanBooks.maturity, addMonths(today, Number(within)));
  return and(
    ne(loanBooks.maturity, ""),
    until,
    plan ? eq(planSql, plan) : undefined,
    found,
  );
}

/** The order of a view where nobody chose another: the longest in arrears first, the next maturity first. */
const USUAL: Readonly<Record<BookQuery["view"], SQL>> = {
  arrears: asc(loanBooks.oldestDue),
  loans: asc(sql`${loans.clientCode} collate nocase`),
  calendar: asc(loanBooks.loanId),
  maturities: asc(loanBooks.maturity),
};

function orderOf(query: BookQuery, today: string): SQL[] {
  const by: Record<Exclude<BookOrder, "usual">, SQL> = {
    client: sql`${loans.clientCode} collate nocase`,
    days: sql`iif(${inArrearsOn(today)}, julianday(${today}) - julianday(${loanBooks.oldestDue}), 0)`,
    arrears: arrearsOn(today),
    balance: balanceSql,
    next: sql`coalesce(${nextDay}, '9999')`,
    maturity: sql`${loanBooks.maturity}`,
  };
  const { view, sort } = query;
  const first = sort === "usual" ? USUAL[view] : bookQuery.isDescending(query) ? desc(by[sort]) : asc(by[sort]);
  return [first, asc(loanBooks.loanId)];
}

/** The loans of a view with what the book keeps of them. */
function selectLoans(ctx: Context, query: BookQuery, today: string) {
  return ctx.db.select({
    loanId: loanBooks.loanId,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
    principal: loanBooks.principal,
    unpaid: loanBooks.unpaid,
    charges: loanBooks.charges,
    credit: loanBooks.credit,
    oldestDue: loanBooks.oldestDue,
    newestDue: loanBooks.newestDue,
    newestLeft: loanBooks.newestLeft,
    paidOn: loanBooks.paidOn,
    paid: loanBooks.paid,
    maturity: loanBooks.maturity,
    nextDay: nextDay.as("next_day"),
    nextPayment: sql<number | null>`${nextOf(sql`${comingPayments.payment}`)}`.as("next_payment"),
    plan: maturityPlans.plan,
    decidedAt: maturityPlans.decidedAt,
    decidedBy: maturityPlans.decidedByName,
    renewedFrom: renewedFrom.as("renewed_from"),
  }).from(loanBooks)
    .innerJoin(loans, eq(loans.id, loanBooks.loanId))
    .leftJoin(
      maturityPlans,
      and(eq(maturityPlans.loanId, loanBooks.loanId), eq(maturityPlans.maturity, loanBooks.maturity)),
    )
    .where(conditionOf(query, today)).orderBy(...orderOf(query, today));
}

/** The loans in order from `offset` on, at most `limit`. */
export async function readLoans(ctx: Context, query: BookQuery, offset = 0, limit = EVERY): Promise<BookLoan[]> {
  const today = dateInToronto(ctx.now);
  const rows = await jsonRows(ctx.db, selectLoans(ctx, query, today).limit(limit).offset(offset));
  return rows.map(({ firstName, lastName, plan, decidedAt, decidedBy, ...row }) => ({
    ...row,
    borrower: clientName({ firstName, lastName }),
    plan: plan ?? NO_PLAN,
    decidedAt,
    decidedBy: decidedBy ?? "",
    ...bookFigures(row, today),
  }));
}

/** A page of a view, and how many loans it has. */
export async function listLoans(ctx: Context, query: BookQuery) {
  const today = dateInToronto(ctx.now);
  const count = async () => {
    const counted = await ctx.db.select({ loans: sql<number>`count(*)` }).from(loanBooks).leftJoin(
      maturityPlans,
      and(eq(maturityPlans.loanId, loanBooks.loanId), eq(maturityPlans.maturity, loanBooks.maturity)),
    ).where(conditionOf(query, today)).get();
    return counted?.loans ?? 0;
  };
  const rowsFrom = (offset: number) => readLoans(ctx, query, offset, BOOK_PAGE);
  return await readPage(query.page, { size: BOOK_PAGE, count, rowsFrom });
}
