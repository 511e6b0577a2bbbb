/** Stored figures of each ledger in servicing, so that the book's lists add nothing up (docs/decisions/book.md). */
import { addDays, addMonths, wholeDays } from "../dates.ts";
import { type ContractRecord, inForceOn } from "../lending/contract.ts";
import { contractsInTurn, dueDays, ratesOf } from "./due_days.ts";
import { NEXT_MONTHS } from "./figures.ts";
import { ledgerOn, type LedgerRow, liveRows, receivedOf, startOf, type UnpaidDue, unpaidOf } from "./ledger.ts";
import { type ComingPayment, entriesToPost, maturedPrincipal, paymentsAmong } from "./posting.ts";

/** Months ahead for which the payments to come are kept; the next one is, however far ahead. */
const AHEAD_MONTHS = 8;
/** The months that the calendar shows, this one included. */
export const CALENDAR_MONTHS = 6;

/** What of an amount is principal that is due since a term ended, and that no renewal carries on, in cents. */
interface Matured {
  matured: number;
}

/** A ledger in the book: what holds until something is recorded, or until the day on which it changes by itself. */
export interface BookEntry {
  /** Cents: principal not due, payments due and unpaid, charges, what was paid ahead. */
  principal: number;
  unpaid: number;
  charges: number;
  credit: number;
  /** The days of the oldest and the newest unpaid payment due, empty for none, and what of the newest is unpaid. */
  oldestDue: string;
  newestDue: string;
  newestLeft: number;
  /** The payment received last; empty and 0 for none. */
  paidOn: string;
  paid: number;
  /** The last day of the term in force. */
  maturity: string;
  /** The day on which it has to be computed again: something falls due, or a month has passed. */
  renewOn: string;
  coming: (ComingPayment & Matured)[];
  /** What is unpaid of each day on which something fell due, oldest first, in cents. */
  unpaidDays: (UnpaidDue & Matured)[];
}

/** The entry as of `today`. The rows are posted up to it; the ledger has begun. */
export function bookEntry(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  today: string,
): BookEntry {
  const state = ledgerOn(rows, today, ratesOf(contracts));
  const live = liveRows(rows);
  const ahead = addMonths(today, AHEAD_MONTHS);
  const next = dueDays(contracts, today, addMonths(today, NEXT_MONTHS)).at(0)?.day ?? "";
  const later = entriesToPost(rows, contracts, next > ahead ? next : ahead);
  const maturedOn = maturedPrincipal([...live, ...later], contracts, startOf(rows)?.day);
  const unpaidDays = [...Map.groupBy(state.unpaid, ({ day }) => day)].map(([day, dues]) => {
    const left = dues.reduce((sum, one) => sum + one.left, 0);
    // A payment covers interest before principal.
    return { day, left, matured: Math.min(left, maturedOn.get(day) ?? 0) };
  });
  const oldest = unpaidDays.at(0), newest = unpaidDays.at(-1);
  const payment = live.findLast(({ kind }) => kind === "payment" || kind === "prepayment");
  const nextContract = contractsInTurn(contracts).find(({ effectiveDate }) => effectiveDate > today);
  const changes = [...later.map(({ day }) => day), nextContract?.effectiveDate ?? "", addMonths(today, 1)];
  return {
    principal: state.principal,
    unpaid: unpaidOf(state),
    charges: state.charges,
    credit: state.credit,
    oldestDue: oldest?.day ?? "",
    newestDue: newest?.day ?? "",
    newestLeft: newest?.left ?? 0,
    paidOn: payment?.day ?? "",
    paid: payment ? receivedOf(payment) : 0,
    maturity: inForceOn(contracts, today)?.maturity ?? "",
    renewOn: changes.filter((day) => day > today).sort()[0],
    coming: paymentsAmong(later.filter(({ day }) => day > today)).map((one) => ({
      ...one,
      matured: maturedOn.get(one.day) ?? 0,
    })),
    unpaidDays,
  };
}

/** How long the oldest payment in arrears is overdue, by days: its bucket begins at `from` and ends before the next. */
export const ARREARS_BUCKETS = [
  { name: "1", from: 1, label: "1 to 29 days" },
  { name: "30", from: 30, label: "30 to 59 days" },
  { name: "60", from: 60, label: "60 to 89 days" },
  { name: "90", from: 90, label: "From 90 days" },
] as const;
export type ArrearsBucket = (typeof ARREARS_BUCKETS)[number]["name"];

/**
 * The days on which the oldest unpaid payment of a bucket fell due: from `after` (exclusive; empty for any) to `until`.
 */
export function bucketDays(bucket: ArrearsBucket, today: string): { after: string; until: string } {
  const at = ARREARS_BUCKETS.findIndex(({ name }) => name === bucket);
  const next = ARREARS_BUCKETS[at + 1];
  return { after: next ? addDays(today, -next.from) : "", until: addDays(today, -ARREARS_BUCKETS[at].from) };
}

type StoredFigures = Pick<
  BookEntry,
  "principal" | "unpaid" | "charges" | "credit" | "oldestDue" | "newestDue" | "newestLeft"
>;

/**
 * What of an entry follows from the day: arrears in cents and days (what is due today is none yet), and the balance.
 */
export function bookFigures(
  entry: StoredFigures,
  today: string,
): { arrears: number; arrearsDays: number; balance: number } {
  const { principal, unpaid, charges, credit, oldestDue, newestDue, newestLeft } = entry;
  const arrears = unpaid - (newestDue === today ? newestLeft : 0);
  return {
    arrears,
    arrearsDays: arrears > 0 ? wholeDays(oldestDue, today) : 0,
    balance: principal + unpaid + charges - credit,
  };
}
