/** The book of loans in servicing for its page and its files. */
import { and, eq, gt, lt, lte, ne, not, notExists, sql } from "drizzle-orm";
import { comingPayments, loanBooks } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { csvInTurns } from "../csv_in_turns.ts";
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
import type { BookQuery } from "../../schemas/servicing/book.ts";
import { bookCalendar } from "./book_calendar.ts";
import { arrearsOn, balanceSql, inArrearsOn, listLoans, readLoans } from "./book_rows.ts";
import { AT_ONCE, countStale, hasBegun, readBooks, updateBooks } from "./update_books.ts";

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

/** The book's sums; `stale`: ledgers that are still behind. */
async function bookSummary(ctx: Context, stale: number): Promise<BookSummary> {
  const today = dateInToronto(ctx.now), arrears = arrearsOn(today);
  const inBucket = (name: ArrearsBucket) => {
    const { after, until } = bucketDays(name, today);
    return and(inArrearsOn(today), lte(loanBooks.oldestDue, until), after ? gt(loanBooks.oldestDue, after) : undefined);
  };
  const bucketOf = async ({ name }: { name: ArrearsBucket }): Promise<BookSummary["buckets"][number]> => {
    const row = await ctx.db.select({
      loans: sql<number>`count(*)`,
      arrears: sql<number>`coalesce(sum(${arrears}), 0)`,
    })
      .from(loanBooks).where(inBucket(name)).get();
    return { name, ...row! };
  };
  const sums = ctx.db.select({
    loans: sql<number>`count(*)`,
    balance: sql<number>`coalesce(sum(${balanceSql}), 0)`,
    overheld: sql<number>`coalesce(sum(${and(ne(loanBooks.maturity, ""), lt(loanBooks.maturity, today))}), 0)`,
  }).from(loanBooks).get();
  const due = ctx.db.select({
    payments: sql<number>`count(*)`,
    amount: sql<number>`coalesce(sum(${comingPayments.payment}), 0)`,
  }).from(comingPayments).where(lte(comingPayments.day, addDays(today, SOON_DAYS))).get();
  const listed = ctx.db.select({ id: loanBooks.loanId }).from(loanBooks).where(eq(loanBooks.loanId, loans.id));
  // Asked of the ledgers of few loans: those of the book have begun.
  const lacking = and(eq(loans.adminComSelect, "Funded"), notExists(listed), not(hasBegun()));
  const [buckets, all, soon, without, withoutCount] = await Promise.all([
    Promise.all(ARREARS_BUCKETS.map(bucketOf)),
    sums,
    due,
    ctx.db.select({ loanId: loans.id, clientCode: loans.clientCode }).from(loans).where(lacking)
      .orderBy(loans.id).limit(3),
    ctx.db.$count(loans, lacking),
  ]);
  return {
    today,
    ...all!,
    arrears: buckets.reduce((sum, bucket) => sum + bucket.arrears, 0),
    inArrears: buckets.reduce((sum, bucket) => sum + bucket.loans, 0),
    buckets,
    soon: soon!.amount,
    soonPayments: soon!.payments,
    stale,
    without,
    withoutCount,
  };
}

/** What a view of the book shows. */
export function getBook(ctx: Context, query: BookQuery) {
  return readBooks(ctx, async (stale) => {
    const isCalendar = query.view === "calendar";
    const [summary, list, calendar] = await Promise.all([
      bookSummary(ctx, stale),
      isCalendar ? null : listLoans(ctx, query),
      isCalendar ? bookCalendar(ctx, query.month) : null,
    ]);
    return { summary, list, calendar };
  });
}
export type BookPage = Awaited<ReturnType<typeof getBook>>;

/**
 * A view as a file: all of its loans in its order, or the days of the calendar's months. Its name says how many loans
 * are missing whose ledgers are not up to today yet.
 */
export async function writeBookFile(ctx: Context, query: BookQuery): Promise<{ name: string; text: string }> {
  await updateBooks(ctx, { limit: AT_ONCE });
  const stale = await countStale(ctx), gap = stale === 0 ? "" : `-without-${stale}-${stale === 1 ? "loan" : "loans"}`;
  const what = query.view === "loans" ? "loans-in-servicing" : query.view;
  const name = `${what}-${dateInToronto(ctx.now)}${gap}.csv`;
  if (query.view === "calendar") {
    const { days } = await bookCalendar(ctx, query.month);
    return { name, text: await csvInTurns(CALENDAR_COLUMNS, days, calendarCells) };
  }
  const rows = await readLoans(ctx, query);
  return {
    name,
    text: query.view === "maturities"
      ? await csvInTurns(MATURITY_COLUMNS, rows, maturityCells)
      : await csvInTurns(BOOK_COLUMNS, rows, bookCells),
  };
}
