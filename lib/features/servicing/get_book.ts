/** The book of loans in servicing for its page and its files. */
import { and, eq, gt, lt, lte, ne, notExists, sql } from "drizzle-orm";
import { comingPayments, loanBooks } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { addDays, dateInToronto } from "../../domain/dates.ts";
import { ARREARS_BUCKETS, type ArrearsBucket, bucketDays } from "../../domain/servicing/book.ts";
import {
  BOOK_COLUMNS,
  bookCells,
  CALENDAR_COLUMNS,
  calendarCells,
  MATURITY_COLUMNS,
  maturityCells,
} from "../../domain/servicing/book_table.ts";
import type { BookQuery } from "../../schemas/book.ts";
import { bookCalendar } from "./book_calendar.ts";
import { arrearsOn, balanceSql, inArrearsOn, listLoans, readLoans } from "./book_rows.ts";
import { countStale, keepBooks } from "./keep_books.ts";

/** Ledgers that a visit brings up to date by itself; more are left to the job, which comes within a minute. */
const AT_ONCE = 20;
/** Days ahead for which payments due are summed. */
const SOON_DAYS = 30;

export interface BookSummary {
  today: string;
  loans: number;
  /** Cents. */
  balance: number;
  arrears: number;
  inArrears: number;
  /** Loans and cents by how long the oldest payment is overdue. */
  buckets: { name: ArrearsBucket; loans: number; arrears: number }[];
  /** Cents that fall due in the coming 30 days, and in how many payments. */
  soon: number;
  soonPayments: number;
  overheld: number;
  /** Ledgers that are still being brought up to today. */
  stale: number;
  /** Funded loans whose ledger has not begun, the first few by id. */
  without: { loanId: number; clientCode: string }[];
  withoutCount: number;
}

export async function bookSummary(ctx: Context): Promise<BookSummary> {
  await keepBooks(ctx, AT_ONCE);
  const today = dateInToronto(ctx.now), arrears = arrearsOn(today);
  const within = (name: ArrearsBucket) => {
    const { after, until } = bucketDays(name, today);
    return and(inArrearsOn(today), lte(loanBooks.oldestDue, until), after ? gt(loanBooks.oldestDue, after) : undefined);
  };
  const buckets: BookSummary["buckets"] = [];
  for (const { name } of ARREARS_BUCKETS) {
    const row = await ctx.db.select({
      loans: sql<number>`count(*)`,
      arrears: sql<number>`coalesce(sum(${arrears}), 0)`,
    })
      .from(loanBooks).where(within(name)).get();
    buckets.push({ name, ...row! });
  }
  const all = await ctx.db.select({
    loans: sql<number>`count(*)`,
    balance: sql<number>`coalesce(sum(${balanceSql}), 0)`,
    overheld: sql<number>`coalesce(sum(${and(ne(loanBooks.maturity, ""), lt(loanBooks.maturity, today))}), 0)`,
  }).from(loanBooks).get();
  const soon = await ctx.db.select({
    payments: sql<number>`count(*)`,
    amount: sql<number>`coalesce(sum(${comingPayments.payment}), 0)`,
  }).from(comingPayments).where(lte(comingPayments.day, addDays(today, SOON_DAYS))).get();
  const begun = ctx.db.select({ id: ledgerRows.id }).from(ledgerRows).where(eq(ledgerRows.loanId, loans.id));
  const lacking = and(eq(loans.adminComSelect, "Funded"), notExists(begun));
  const without = await ctx.db.select({ loanId: loans.id, clientCode: loans.clientCode }).from(loans).where(lacking)
    .orderBy(loans.id).limit(3);
  return {
    today,
    ...all!,
    arrears: buckets.reduce((sum, bucket) => sum + bucket.arrears, 0),
    inArrears: buckets.reduce((sum, bucket) => sum + bucket.loans, 0),
    buckets,
    soon: soon!.amount,
    soonPayments: soon!.payments,
    stale: await countStale(ctx),
    without,
    withoutCount: without.length < 3 ? without.length : await ctx.db.$count(loans, lacking),
  };
}

/** What a view of the book shows. */
export async function getBook(ctx: Context, query: BookQuery) {
  const summary = await bookSummary(ctx);
  if (query.view === "calendar") {
    return { summary, list: null, calendar: await bookCalendar(ctx, query.month) };
  }
  return { summary, list: await listLoans(ctx, query), calendar: null };
}
export type BookPage = Awaited<ReturnType<typeof getBook>>;

/** A view as a file: all of its loans in its order, or the days of the calendar's months. */
export async function writeBookFile(ctx: Context, query: BookQuery): Promise<{ name: string; text: string }> {
  await keepBooks(ctx, AT_ONCE);
  const name = `${query.view === "loans" ? "loans-in-servicing" : query.view}-${dateInToronto(ctx.now)}.csv`;
  if (query.view === "calendar") {
    const { days } = await bookCalendar(ctx, query.month);
    return { name, text: csvText(CALENDAR_COLUMNS, days.map(calendarCells)) };
  }
  const rows = await readLoans(ctx, query);
  return {
    name,
    text: query.view === "maturities"
      ? csvText(MATURITY_COLUMNS, rows.map(maturityCells))
      : csvText(BOOK_COLUMNS, rows.map(bookCells)),
  };
}
