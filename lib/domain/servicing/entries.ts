/** What people record in a ledger, as the rows that it makes, and why some of it cannot be (lending rules 14). */
import { formatLongDate } from "../dates.ts";
import { fromCents, moneyWithCents } from "../money.ts";
import { type LedgerEntry, type LedgerRow, type LedgerState, liveRows, startOf, unpaidOf } from "./ledger.ts";

/** The parts of what is owed that an adjustment may change. */
export const LEDGER_PARTS = ["principal", "due", "charges"] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

export const RECORD_KINDS = ["payment", "fee", "prepayment", "adjustment"] as const;

interface Recorded {
  day: string;
  /** Cents, above 0; an adjustment's may be below. */
  cents: number;
  note: string;
}

/** One thing that happened, as a person records it. */
export type LedgerAct =
  | Recorded & { kind: "payment" }
  | Recorded & { kind: "fee" }
  /** The principal that is repaid, and the penalty that is paid with it. */
  | Recorded & { kind: "prepayment"; penaltyCents: number }
  | Recorded & { kind: "adjustment"; part: LedgerPart };

/** The balance of an older loan with which its ledger begins. */
export interface OpeningBalance {
  day: string;
  principal: number;
  /** Payments that fell due and are unpaid. */
  due: number;
  charges: number;
}

const NOTHING = { principal: 0, due: 0, charges: 0, paid: 0 };

/** The row of an opening balance, in cents. */
export const openingEntry = (opening: OpeningBalance): LedgerEntry => ({
  ...NOTHING,
  ...opening,
  kind: "opening",
  note: "",
});

/** The rows of an act, in order. */
export function entriesOf(act: LedgerAct): LedgerEntry[] {
  const { kind, day, cents, note } = act;
  if (kind === "payment") return [{ ...NOTHING, kind, day, paid: cents, note }];
  if (kind === "fee") return [{ ...NOTHING, kind, day, charges: cents, note }];
  if (kind === "adjustment") return [{ ...NOTHING, kind, day, [act.part]: cents, note }];
  const { penaltyCents } = act;
  const repaid: LedgerEntry = { ...NOTHING, kind, day, principal: -cents, paid: penaltyCents, note };
  return penaltyCents > 0
    ? [{ ...NOTHING, kind: "penalty", day, charges: penaltyCents, note: "Prepayment penalty" }, repaid]
    : [repaid];
}

/** A problem of an act, with the name of its field. */
export interface ActProblem {
  field: "day" | "amount" | "kind";
  reason: string;
}

/** Why an act cannot be recorded; null where it can. `state` is what is owed on the act's day, `today` YYYY-MM-DD. */
export function actProblem(
  act: LedgerAct,
  rows: readonly LedgerRow[],
  state: LedgerState,
  today: string,
): ActProblem | null {
  const wrongDay = dayProblem(act.day, rows, today);
  if (wrongDay) return { field: "day", reason: wrongDay };
  const changesPrincipal = act.kind === "prepayment" || (act.kind === "adjustment" && act.part === "principal");
  const since = changesPrincipal ? lastDue(rows) : undefined;
  if (since && act.day < since) {
    const reason = `The payment due on ${
      formatLongDate(since)
    } has its interest already. Choose that day or a later one.`;
    return { field: "day", reason };
  }
  if (act.kind === "prepayment") {
    const behind = unpaidOf(state) + state.charges;
    if (behind > 0) {
      const reason = `${cents(behind)} is unpaid. Record that payment first, then the prepayment.`;
      return { field: "amount", reason };
    }
    if (act.cents > state.principal) return { field: "amount", reason: tooMuch(state.principal) };
  }
  if (act.kind !== "adjustment" || act.cents > 0) return null;
  const there = { principal: state.principal, due: unpaidOf(state), charges: state.charges }[act.part];
  return -act.cents > there ? { field: "amount", reason: tooMuch(there) } : null;
}

/** Why nothing can be recorded on a day; empty where it can. */
export function dayProblem(day: string, rows: readonly LedgerRow[], today: string): string {
  const start = startOf(rows);
  if (day > today) return "Choose today or an earlier day.";
  if (start && day < start.day) {
    return `The ledger begins on ${formatLongDate(start.day)}. Choose that day or a later one.`;
  }
  return "";
}

/** Why a row cannot be reversed; empty where it can. */
export function reversalProblem(row: LedgerRow, rows: readonly LedgerRow[]): string {
  const live = liveRows(rows);
  if (row.reverses !== null) return "This row reverses another. Record anew what should not have been reversed.";
  if (!live.some(({ id }) => id === row.id)) return "This row is reversed already.";
  if (row.kind === "arrears") return "Interest on arrears follows from the payments. Adjust the charges instead.";
  if ((row.kind === "advance" || row.kind === "opening") && live.length > 1) {
    return "The ledger begins with this row. Reverse the other rows first.";
  }
  const since = lastDue(rows);
  const changesPrincipal = (row.kind === "prepayment" || row.kind === "adjustment") && row.principal !== 0;
  if (changesPrincipal && since && row.day < since) {
    return `Interest was posted on it since, on ${formatLongDate(since)}. Record an adjustment instead.`;
  }
  return "";
}

/** The row that undoes another from `day` on: the same amounts, the other way. */
export const reversalEntry = (row: LedgerRow, kind: "reversal" | "nsf", day: string, note: string): LedgerEntry => ({
  kind,
  day,
  // Not -0, which JSON and equality tell from 0.
  principal: 0 - row.principal,
  due: 0 - row.due,
  charges: 0 - row.charges,
  paid: 0 - row.paid,
  note,
});

const lastDue = (rows: readonly LedgerRow[]): string | undefined =>
  liveRows(rows).findLast(({ kind }) => kind === "due")?.day;

const cents = (amount: number): string => moneyWithCents(fromCents(amount));

const tooMuch = (there: number): string => `There is ${cents(there)} of it. Enter that or less.`;
