/** What falls due and what matures in the coming months, by month and by day. */
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { comingPayments, loanBooks } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { addMonths, dateInToronto } from "../../domain/dates.ts";
import { CALENDAR_MONTHS } from "../../domain/servicing/book.ts";
import { toPay } from "../../domain/servicing/posting.ts";
import type { CalendarRow } from "../../domain/servicing/book_table.ts";
import { carriedCentsSql } from "./_carried.ts";
import { isLive } from "./_live_rows.ts";

export interface BookCalendar {
  /** The months that can be chosen, the present one first; `day` is YYYY-MM. */
  months: CalendarRow[];
  /** The month whose days are listed. */
  month: string;
  days: CalendarRow[];
}

const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`;

/** What fell due and what will, by day, from `from` until before `before`; loans of the book alone. */
export async function dueByDay(ctx: Context, from: string, before: string): Promise<CalendarRow[]> {
  const { db } = ctx;
  // Of a renewed loan each payment by itself: what is to be paid is no sum.
  const fallen = db.select({
    day: ledgerRows.day,
    payments: sql<number>`count(*)`,
    due: sum(ledgerRows.due),
    principal: sum(ledgerRows.principal),
    carried: carriedCentsSql.as("carried"),
  }).from(ledgerRows)
    .innerJoin(loanBooks, eq(loanBooks.loanId, ledgerRows.loanId))
    .where(and(
      eq(ledgerRows.kind, "due"),
      gte(ledgerRows.day, from),
      lt(ledgerRows.day, before),
      isLive(),
    )).groupBy(ledgerRows.day, sql`iif(${carriedCentsSql} = 0, 0, ${ledgerRows.id})`);
  const due = db.select({
    day: comingPayments.day,
    payments: sql<number>`count(*)`,
    amount: sum(comingPayments.payment),
    principal: sum(comingPayments.principal),
  }).from(comingPayments).where(and(gte(comingPayments.day, from), lt(comingPayments.day, before)))
    .groupBy(comingPayments.day);
  const over = db.select({ day: loanBooks.maturity, maturities: sql<number>`count(*)` }).from(loanBooks)
    .where(and(gte(loanBooks.maturity, from), lt(loanBooks.maturity, before))).groupBy(loanBooks.maturity);
  const [fell, coming, maturing] = await Promise.all([fallen, due, over]);
  const posted = fell.map(({ day, payments, carried, ...due }) => {
    const { payment: amount, principal } = toPay(due, carried);
    return { day, payments, amount, principal };
  });
  const days = new Map<string, CalendarRow>();
  for (const one of [...posted, ...coming, ...maturing]) {
    days.set(one.day, added(days.get(one.day) ?? nothingOn(one.day), one));
  }
  return [...days.values()].sort((a, b) => a.day < b.day ? -1 : 1);
}

const nothingOn = (day: string): CalendarRow => ({ day, payments: 0, amount: 0, principal: 0, maturities: 0 });

const added = (row: CalendarRow, more: Partial<CalendarRow>): CalendarRow => ({
  day: row.day,
  payments: row.payments + (more.payments ?? 0),
  amount: row.amount + (more.amount ?? 0),
  principal: row.principal + (more.principal ?? 0),
  maturities: row.maturities + (more.maturities ?? 0),
});

/** The months of the calendar and the days of the chosen one; a month that the calendar has not is the present one. */
export async function bookCalendar(ctx: Context, requested: string): Promise<BookCalendar> {
  const first = `${dateInToronto(ctx.now).slice(0, 7)}-01`;
  const names = Array.from({ length: CALENDAR_MONTHS }, (_, i) => addMonths(first, i).slice(0, 7));
  const month = names.includes(requested) ? requested : names[0];
  const all = await dueByDay(ctx, first, addMonths(first, CALENDAR_MONTHS));
  const months = names.map((name) => all.filter(({ day }) => day.startsWith(name)).reduce(added, nothingOn(name)));
  return { months, month, days: all.filter(({ day }) => day.startsWith(month)) };
}
