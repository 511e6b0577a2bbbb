/** The payments that fell due on a day, for marking them as received. */
import { and, asc, desc, eq, lt, lte, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { loanBooks, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { toPay } from "../../domain/servicing/posting.ts";
import type { DuePayment } from "../../domain/servicing/receiving.ts";
import { carriedCentsSql } from "./_carried.ts";
import { isLive } from "./_live_rows.ts";
import { isItsReceipt, receipt } from "./_receipt.ts";
import { readBooks } from "./update_books.ts";

/** Payments that one page lists; the rest follow once these are marked. */
const DUE_PAGE = 500;

export interface DuePayments {
  today: string;
  day: string;
  /** Those to receive first, then those that are covered. */
  rows: DuePayment[];
  /** All of that day. */
  found: number;
  /** Ledgers that are still being brought up to today. */
  stale: number;
}

/** Payments due on `requested`, YYYY-MM-DD; where it is empty on the last day on which one that counts fell due. */
export function listDuePayments(ctx: Context, requested: string): Promise<DuePayments> {
  return readBooks(ctx, (stale) => duePayments(ctx, requested, stale));
}

async function duePayments(ctx: Context, requested: string, stale: number): Promise<DuePayments> {
  const today = dateInToronto(ctx.now);
  const lastDay = ctx.db.select({ day: ledgerRows.day }).from(ledgerRows)
    .innerJoin(loanBooks, eq(loanBooks.loanId, ledgerRows.loanId))
    .where(and(eq(ledgerRows.kind, "due"), lte(ledgerRows.day, today), isLive()))
    .orderBy(desc(ledgerRows.day)).limit(1);
  const shown = sql<string>`coalesce((${lastDay}), ${today})`;
  const [found, all] = await Promise.all([
    requested || ctx.db.get<{ day: string }>(sql`select ${shown} as day`),
    jsonRows(ctx.db, selectDue(ctx, requested || shown)),
  ]);
  const day = typeof found === "string" ? found : found.day;
  const rows = all.map((
    { firstName, lastName, due, principal, carried, left, matured, maturity, receiptId, receivedOn, paid, ...row },
  ): DuePayment => ({
    ...row,
    due: toPay({ due, principal }, carried).payment,
    borrower: clientName({ firstName, lastName }),
    left: Math.min(due, left),
    isLast: (maturity !== "" && maturity <= day) || matured > 0,
    receipt: receiptId === null ? null : { rowId: receiptId, day: receivedOn!, paid: paid! },
  }));
  const open = ({ left, receipt }: DuePayment) => left > 0 && receipt === null ? 0 : 1;
  rows.sort((a, b) => open(a) - open(b));
  return { today, day, rows: rows.slice(0, DUE_PAGE), found: rows.length, stale };
}

/** Cents of the loan that are unpaid today of what fell due on the days that `which` names. */
const unpaidOn = (which: SQL, cents: SQLWrapper = unpaidDays.left): SQL<number> =>
  sql<number>`(select coalesce(sum(${cents}), 0) from ${unpaidDays}
    where ${unpaidDays.loanId} = ${loanBooks.loanId} and ${which})`;

/** Live payments due of the day with the live receipt of each; loans of the book alone. */
const selectDue = ({ db }: Context, day: string | SQL) =>
  db.select({
    dueId: ledgerRows.id,
    loanId: ledgerRows.loanId,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
    due: ledgerRows.due,
    principal: ledgerRows.principal,
    carried: carriedCentsSql.as("carried"),
    left: unpaidOn(eq(unpaidDays.day, day)).as("unpaid_then"),
    matured: unpaidOn(eq(unpaidDays.day, day), unpaidDays.matured).as("matured_then"),
    arrears: unpaidOn(lt(unpaidDays.day, day)).as("unpaid_before"),
    maturity: loanBooks.maturity,
    receiptId: sql<number | null>`${receipt.id}`.as("receipt_id"),
    receivedOn: sql<string | null>`${receipt.day}`.as("received_on"),
    paid: sql<number | null>`${receipt.paid}`.as("paid"),
  }).from(ledgerRows)
    .innerJoin(loanBooks, eq(loanBooks.loanId, ledgerRows.loanId))
    .innerJoin(loans, eq(loans.id, ledgerRows.loanId))
    .leftJoin(receipt, isItsReceipt)
    .where(and(eq(ledgerRows.kind, "due"), eq(ledgerRows.day, day), isLive()))
    .orderBy(asc(loans.clientCode), asc(ledgerRows.id));
