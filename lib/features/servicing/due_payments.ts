/** The payments that fell due on a day, for marking them as received. */
import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { loanBooks } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { ratesOf } from "../../domain/servicing/due_days.ts";
import { type DuePayment, leftOf } from "../../domain/servicing/receiving.ts";
import { loadBook } from "./_book.ts";
import { countStale, keepBooks } from "./keep_books.ts";

/** Payments that one page lists; the rest follow once these are marked. */
export const DUE_PAGE = 500;
const AT_ONCE = 20;

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

const undone = alias(ledgerRows, "undone"), receipt = alias(ledgerRows, "receipt"), back = alias(ledgerRows, "back");

/** Payments due on `asked`, YYYY-MM-DD; without it on the last day on which one fell due. */
export async function listDuePayments(ctx: Context, asked: string): Promise<DuePayments> {
  await keepBooks(ctx, AT_ONCE);
  const today = dateInToronto(ctx.now);
  const last = await ctx.db.select({ day: ledgerRows.day }).from(ledgerRows)
    .innerJoin(loanBooks, eq(loanBooks.loanId, ledgerRows.loanId))
    .where(and(sql`${ledgerRows.kind} = 'due'`, lte(ledgerRows.day, today))).orderBy(desc(ledgerRows.day)).limit(1)
    .get();
  const day = asked || last?.day || today;
  const all = await jsonRows(ctx.db, selectDue(ctx, day));
  const rows: DuePayment[] = [];
  for (const one of all) {
    const { firstName, lastName, unpaid, newestDue, newestLeft, maturity, receiptId, receivedOn, paid, ...row } = one;
    const owed = newestDue > day ? await exactLeft(ctx, row, today) : newestDue === day ? newestLeft : 0;
    const left = Math.min(row.due, owed);
    rows.push({
      ...row,
      borrower: [firstName, lastName].filter(Boolean).join(" "),
      left,
      isLast: maturity !== "" && maturity <= day,
      arrears: newestDue === day ? unpaid - newestLeft : 0,
      receipt: receiptId === null ? null : { rowId: receiptId, day: receivedOn!, paid: paid! },
    });
  }
  const open = ({ left, receipt }: DuePayment) => left > 0 && receipt === null ? 0 : 1;
  rows.sort((a, b) => open(a) - open(b));
  return { today, day, rows: rows.slice(0, DUE_PAGE), found: rows.length, stale: await countStale(ctx) };
}

/** A day gone by, after which more fell due: the book keeps no part of it. */
async function exactLeft(ctx: Context, { dueId, loanId }: { dueId: number; loanId: number }, today: string) {
  const { rows, contracts } = await loadBook(ctx.db, loanId);
  return leftOf(rows.find(({ id }) => id === dueId)!, rows, today, ratesOf(contracts));
}

/** Live payments due of the day with the live receipt of each; loans of the book alone. */
const selectDue = ({ db }: Context, day: string) =>
  db.select({
    dueId: ledgerRows.id,
    loanId: ledgerRows.loanId,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
    due: ledgerRows.due,
    unpaid: loanBooks.unpaid,
    newestDue: loanBooks.newestDue,
    newestLeft: loanBooks.newestLeft,
    maturity: loanBooks.maturity,
    receiptId: sql<number | null>`${receipt.id}`.as("receipt_id"),
    receivedOn: sql<string | null>`${receipt.day}`.as("received_on"),
    paid: sql<number | null>`${receipt.paid}`.as("paid"),
  }).from(ledgerRows)
    .innerJoin(loanBooks, eq(loanBooks.loanId, ledgerRows.loanId))
    .innerJoin(loans, eq(loans.id, ledgerRows.loanId))
    .leftJoin(undone, eq(undone.reverses, ledgerRows.id))
    .leftJoin(
      receipt,
      // A semicolon follows the colon with which the keys of its receipts begin.
      sql`${receipt.loanId} = ${ledgerRows.loanId} and ${receipt.key} >= 'received:' || ${ledgerRows.id} || ':'
        and ${receipt.key} < 'received:' || ${ledgerRows.id} || ';'
        and not exists (select 1 from ${ledgerRows} ${sql.raw("back")} where ${back.reverses} = ${receipt.id})`,
    )
    .where(and(sql`${ledgerRows.kind} = 'due'`, eq(ledgerRows.day, day), isNull(undone.id)))
    .orderBy(asc(loans.clientCode), asc(ledgerRows.id));
