/** A loan's ledger: rows that are never changed, and what they leave owing on a day (lending rules 14). */
import { wholeDays } from "../dates.ts";
import { YEAR_DAYS } from "../lending/payments.ts";
import { halfUp } from "../money.ts";

export const LEDGER_KINDS = [
  "advance",
  "opening",
  "due",
  "arrears",
  "payment",
  "nsf",
  "fee",
  "penalty",
  "prepayment",
  "adjustment",
  "renewal",
  "reversal",
  "payout",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The kinds that the job posts; people record the others. */
export const POSTED_KINDS: readonly LedgerKind[] = ["due", "arrears", "renewal"];

/** The kinds with which a ledger begins. */
export const START_KINDS: readonly LedgerKind[] = ["advance", "opening"];

/** What an entry changes, in integer cents: each part of what is owed, and what was paid. Its day is YYYY-MM-DD. */
export interface LedgerEntry {
  kind: LedgerKind;
  day: string;
  /** Principal that is not due yet. */
  principal: number;
  /** Payments that fell due: interest, and principal where the payment holds some. */
  due: number;
  /** Fees, penalties and interest on arrears. */
  charges: number;
  paid: number;
  note: string;
}

/** An entry as it is kept. */
export interface LedgerRow extends LedgerEntry {
  /** Grows with the order of recording. */
  id: number;
  /** The row that this one undoes. */
  reverses: number | null;
  /** What may be there once in a loan's ledger. */
  key: string;
}

/** The yearly rate, a fraction, from a day on. */
export interface RateFrom {
  from: string;
  rate: number;
}

/** A payment that fell due, and what of it is unpaid, in cents. */
export interface UnpaidDue {
  day: string;
  left: number;
}

/** What is owed on a day, in cents. */
export interface LedgerState {
  day: string;
  principal: number;
  /** Oldest first. */
  unpaid: UnpaidDue[];
  charges: number;
  /** Paid before anything fell due. */
  credit: number;
  /** All simple interest on what was overdue, up to the day, half up once; posted or not. */
  arrearsInterest: number;
  /** What of it was posted. */
  arrearsPosted: number;
}

/** An entry's amounts, where it changes none. */
export const NOTHING = { principal: 0, due: 0, charges: 0, paid: 0, note: "" };

/** By day, then as recorded. */
export const byDay = (a: LedgerRow, b: LedgerRow): number => a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id;

/** By how much an entry changes what is owed, in cents. */
export const amountOf = (entry: LedgerEntry): number => entry.principal + entry.due + entry.charges - entry.paid;

/**
 * What was received with an entry, in cents. A prepayment takes what it repays straight off the principal, so that it
 * is in no other part; one that undoes it (`undone`) gives the same back. A payout's principal has fallen due, and is
 * paid.
 */
export const receivedOf = (entry: LedgerEntry, undone = entry): number =>
  undone.kind === "prepayment" ? entry.paid - entry.principal : entry.paid;

/**
 * An entry as two columns of a statement, in cents: what it charges, and what was received; each is below 0 where it
 * is taken back. Their difference is `amountOf`. A payout's interest falls due with it, so that it has both.
 */
export function chargedAndPaid(entry: LedgerEntry, undone = entry): { charged: number; paid: number } {
  const paid = receivedOf(entry, undone);
  return { charged: amountOf(entry) + paid, paid };
}

/** What is owed by the rows, in cents. */
export const balanceOf = (state: LedgerState): number =>
  state.principal + unpaidOf(state) + state.charges - state.credit;

/** Payments that fell due and are unpaid, in cents. */
export const unpaidOf = ({ unpaid }: LedgerState): number => unpaid.reduce((sum, { left }) => sum + left, 0);

/** The rows that count: without the reversed ones and what reversed them, by day, then as recorded. */
export function liveRows<T extends LedgerRow>(rows: readonly T[]): T[] {
  const undone = new Set(rows.map(({ reverses }) => reverses));
  return rows.filter(({ id, reverses }) => reverses === null && !undone.has(id)).sort(byDay);
}

/** The row with which the ledger begins; undefined where it has not begun. */
export const startOf = (rows: readonly LedgerRow[]): LedgerRow | undefined =>
  liveRows(rows).find(({ kind }) => START_KINDS.includes(kind));

/**
 * What is owed on a day by its live rows up to then. A payment covers what fell due, oldest first, then charges; the
 * rest waits for the next payment due. Interest on arrears is simple: unpaid x days x rate / 365 (lending rules 14).
 */
export function ledgerOn(rows: readonly LedgerRow[], day: string, rates: readonly RateFrom[]): LedgerState {
  const state = emptyState(day);
  /** Cents x days at each rate: whole numbers, so that no split of the days changes the sum. */
  const overdue = new Map<number, number>();
  let since = "", received = 0;
  const goTo = (next: string): void => {
    // A day's charges come after all that fell due on it, also where that was posted later than its payments.
    if (next > since) {
      coverCharges(state, received);
      received = 0;
    }
    const left = unpaidOf(state);
    if (left > 0) {
      for (const [rate, days] of daysByRate(since, next, rates)) {
        overdue.set(rate, (overdue.get(rate) ?? 0) + left * days);
      }
    }
    since = next;
  };
  for (const row of liveRows(rows)) {
    if (row.day > day) break;
    goTo(row.day);
    apply(state, row);
    received += forCharges(row);
  }
  if (since) goTo(day);
  coverCharges(state, received);
  let interest = 0;
  for (const [rate, centDays] of overdue) interest += centDays * rate / YEAR_DAYS;
  state.arrearsInterest = halfUp(interest);
  return state;
}

/**
 * The live rows that take off more than is there, by their ids: by how many cents, and on which day. Prepayments,
 * adjustments and renewals do; a payment leaves a credit, as does interest on arrears that is corrected.
 */
export function overdrawnRows(rows: readonly LedgerRow[]): Map<number, { day: string; cents: number }> {
  const state = emptyState("");
  const overdrawn = new Map<number, { day: string; cents: number }>();
  let day = "", received = 0;
  for (const row of liveRows(rows)) {
    if (row.day > day) received = 0;
    day = row.day;
    const cents = beyond(row, state);
    if (cents > 0) overdrawn.set(row.id, { day: row.day, cents });
    apply(state, row);
    received += forCharges(row);
    received -= coverCharges(state, received);
  }
  return overdrawn;
}

function beyond({ kind, principal, due, charges }: LedgerRow, before: LedgerState): number {
  const ofPrincipal = principal < 0 ? -principal - Math.max(0, before.principal) : 0;
  const ofDue = kind === "adjustment" || kind === "renewal" ? -due - unpaidOf(before) : 0;
  const ofCharges = kind === "adjustment" ? -charges - before.charges : 0;
  return Math.max(0, ofPrincipal, ofDue, ofCharges);
}

const emptyState = (day: string): LedgerState => ({
  day,
  principal: 0,
  unpaid: [],
  charges: 0,
  credit: 0,
  arrearsInterest: 0,
  arrearsPosted: 0,
});

/** Days from one day to another at each rate. */
function daysByRate(from: string, to: string, rates: readonly RateFrom[]): [rate: number, days: number][] {
  return rates.flatMap(({ from: starts, rate }, i): [number, number][] => {
    const begin = i === 0 || starts < from ? from : starts;
    const next = rates[i + 1]?.from ?? to;
    const end = next < to ? next : to;
    return begin < end ? [[rate, wholeDays(begin, end)]] : [];
  });
}

function apply(state: LedgerState, { kind, day, principal, due, charges, paid }: LedgerRow): void {
  state.principal += principal;
  if (due > 0) state.unpaid.push({ day, left: due });
  // A renewal carries on what fell due last, the principal of the old term.
  if (due < 0) state.credit += take(state, -due, kind === "renewal");
  state.charges += charges;
  if (kind === "arrears") state.arrearsPosted += charges;
  if (state.charges < 0) {
    state.credit -= state.charges;
    state.charges = 0;
  }
  state.credit = take(state, state.credit + paid, false);
}

/** Of a row, what may cover charges: what was paid ahead on earlier days waits for the next payment due. */
const forCharges = ({ kind, paid }: LedgerRow): number => kind === "payout" ? Infinity : paid;

/** Covers charges by what a day's payments left over; answers how many cents it was. */
function coverCharges(state: LedgerState, received: number): number {
  const covered = Math.min(received, state.credit, state.charges);
  state.credit -= covered;
  state.charges -= covered;
  return covered;
}

/** Takes cents off what is unpaid, oldest or newest first; answers the cents that are left over. */
function take(state: LedgerState, cents: number, newestFirst: boolean): number {
  for (const one of newestFirst ? state.unpaid.toReversed() : state.unpaid) {
    const covered = Math.min(one.left, cents);
    one.left -= covered;
    cents -= covered;
  }
  state.unpaid = state.unpaid.filter(({ left }) => left > 0);
  return cents;
}
