/** What people record in a ledger, as the rows that it makes, and why some of it cannot be (lending rules 14). */
import { formatLongDate } from "../dates.ts";
import { moneyOfCents } from "../money.ts";
import {
  type LedgerEntry,
  type LedgerRow,
  type LedgerState,
  liveRows,
  NOTHING,
  overdrawnRows,
  START_KINDS,
  startOf,
  unpaidOf,
} from "./ledger.ts";

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

/** The row of an opening balance, in cents. */
export const openingEntry = (opening: OpeningBalance): LedgerEntry => ({
  ...NOTHING,
  ...opening,
  kind: "opening",
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

/** The key of a row of an act: its request's id, and its place among the rows; without a place, how they all begin. */
export const actKey = (requestId: string, place: number | string): string => `act:${requestId}:${place}`;

/** The rows of the same act, by their keys; only the row itself where no act made it. */
function sameAct<T extends LedgerRow>(row: LedgerRow, rows: readonly T[]): T[] {
  const act = /^act:.+:/.exec(row.key)?.[0];
  return rows.filter(({ id, key }) => id === row.id || (act !== undefined && key.startsWith(act)));
}

const WHOLE_PRINCIPAL =
  "That is the whole principal, which pays the loan out. Set the loan to Repaid: its payout has interest and penalty.";

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
    const behind = unpaidOf(state) + state.charges - state.credit;
    if (behind > 0) {
      const reason = `${moneyOfCents(behind)} is unpaid. Record that payment first, then the prepayment.`;
      return { field: "amount", reason };
    }
    if (act.cents > state.principal) return { field: "amount", reason: tooMuch(state.principal) };
    if (act.cents === state.principal) return { field: "amount", reason: WHOLE_PRINCIPAL };
  }
  if (act.kind === "adjustment" && act.cents < 0) {
    const there = { principal: state.principal, due: unpaidOf(state), charges: state.charges }[act.part];
    if (-act.cents > there) return { field: "amount", reason: tooMuch(there) };
  }
  const taken = takesOff(act) ? overdrawnDay(rows, withEntries(rows, entriesOf(act))) : undefined;
  if (taken === undefined) return null;
  const reason = `The entry of ${
    formatLongDate(taken)
  } takes that off already. Enter less, or reverse that entry first.`;
  return { field: "amount", reason };
}

const takesOff = (act: LedgerAct): boolean => act.kind === "prepayment" || (act.kind === "adjustment" && act.cents < 0);

/** The rows with entries recorded after them. */
function withEntries(rows: readonly LedgerRow[], entries: readonly LedgerEntry[]): LedgerRow[] {
  const last = rows.reduce((most, { id }) => Math.max(most, id), 0);
  return [...rows, ...entries.map((entry, i) => ({ ...entry, id: last + 1 + i, reverses: null, key: "" }))];
}

/** The first day on which a row takes off more than is there, where it did not before. */
function overdrawnDay(before: readonly LedgerRow[], after: readonly LedgerRow[]): string | undefined {
  const old = overdrawnRows(before);
  return [...overdrawnRows(after)].find(([id, { cents }]) => cents > (old.get(id)?.cents ?? 0))?.[1].day;
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

/**
 * The live rows that are undone together, in order: all of one act, since a prepayment goes with its penalty; and with
 * the row that begins a ledger the interest on arrears, which only follows from the others.
 */
export function reversedWith<T extends LedgerRow>(row: LedgerRow, rows: readonly T[]): T[] {
  const live = liveRows(rows);
  return isStart(row) ? live.filter(({ id, kind }) => id === row.id || kind === "arrears") : sameAct(row, live);
}

/** Why a row cannot be reversed; empty where it can. */
export function reversalProblem(row: LedgerRow, rows: readonly LedgerRow[]): string {
  const live = liveRows(rows);
  if (row.reverses !== null) return "This row reverses another and stays. Record the reversed entry again instead.";
  if (!live.some(({ id }) => id === row.id)) return "This row is reversed already. Reload the page to see it.";
  if (row.kind === "arrears") return "Interest on arrears follows from the payments. Adjust the charges instead.";
  const undone = reversedWith(row, live);
  if (isStart(row)) {
    return undone.length < live.length ? "The ledger begins with this row. Reverse the other rows first." : "";
  }
  const since = lastDue(rows);
  const changesPrincipal = undone.some(({ kind, principal }) =>
    (kind === "prepayment" || kind === "adjustment") && principal !== 0
  );
  if (changesPrincipal && since && row.day < since) {
    return `Interest was posted on it since, on ${formatLongDate(since)}. Record an adjustment instead.`;
  }
  const taken = overdrawnDay(live, live.filter((one) => !undone.includes(one)));
  return taken === undefined
    ? ""
    : `The entry of ${formatLongDate(taken)} takes off what this one added. Reverse that entry first.`;
}

const isStart = ({ kind }: LedgerRow): boolean => START_KINDS.includes(kind);

/** The row that undoes another from `day` on: the same amounts, the other way. */
export const reversalEntry = (row: LedgerRow, kind: "reversal" | "nsf", day: string, note: string): LedgerEntry => ({
  kind,
  day,
  // Not -0, which JSON and equality treat as another number.
  principal: 0 - row.principal,
  due: 0 - row.due,
  charges: 0 - row.charges,
  paid: 0 - row.paid,
  note,
});

const lastDue = (rows: readonly LedgerRow[]): string | undefined =>
  liveRows(rows).findLast(({ kind }) => kind === "due")?.day;

const tooMuch = (there: number): string => `There is ${moneyOfCents(there)} of it. Enter that or less.`;
