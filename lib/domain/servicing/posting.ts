/** What the daily job adds to a ledger: payments that fell due, interest on arrears, renewals (lending rules 14). */
import { daysText, formatLongDate, wholeDays } from "../dates.ts";
import { type ContractRecord, inForceOn } from "../lending/contract.ts";
import { moneyOfCents, moneyWithCents, toCents } from "../money.ts";
import {
  contractsInTurn,
  type DueDay,
  dueDays,
  overdueDays,
  paymentDue,
  periodInterest,
  ratesOf,
  termEnds,
} from "./due_days.ts";
import {
  type LedgerEntry,
  ledgerOn,
  type LedgerRow,
  liveRows,
  NOTHING,
  POSTED_KINDS,
  startOf,
  unpaidOf,
} from "./ledger.ts";

/** An entry with what may be there once. */
export type KeyedEntry = LedgerEntry & { key: string };

/** The advance with which the ledger of a loan begins that is funded now. */
export const advanceEntry = ({ id, effectiveDate, principal }: Pick<
  ContractRecord,
  "id" | "effectiveDate" | "principal"
>): KeyedEntry => ({
  ...NOTHING,
  kind: "advance",
  day: effectiveDate,
  principal: toCents(principal),
  key: `advance:${id}`,
});

/**
 * The day of a contract's first payment, an interest adjustment's too, where it has passed by `today`: the ledger of a
 * loan that is funded then does not begin by itself. Else empty.
 */
export function firstDuePassed(
  { adjustmentDate, firstPayment }: Pick<ContractRecord, "adjustmentDate" | "firstPayment">,
  today: string,
): string {
  const first = adjustmentDate || firstPayment;
  return first < today ? first : "";
}

/**
 * Every entry that is missing up to `today`, in order; a ledger that begins after the maturity has its principal due.
 * None where it has not begun; a second run adds nothing, and a reversed payment is not posted again.
 */
export function entriesToPost(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  today: string,
): KeyedEntry[] {
  const start = startOf(rows);
  if (!start || today < start.day) return [];
  const rates = ratesOf(contracts);
  const dues = dueDays(contracts, start.day, today);
  const renewals = contractsInTurn(contracts).slice(1)
    .filter(({ kind, effectiveDate }) => kind === "renewal" && effectiveDate > start.day && effectiveDate <= today)
    .map((contract) => ({ contract, on: contract.effectiveDate }));
  const posted = lastPosted(rows, start);
  let late: ContractRecord | null = null;
  const book = [...rows], made: KeyedEntry[] = [];
  const keys = new Set(rows.map(({ key }) => key));
  const post = (entry: KeyedEntry): void => {
    keys.add(entry.key);
    made.push(entry);
    book.push({ ...entry, id: book.reduce((last, { id }) => Math.max(last, id), 0) + 1, reverses: null });
  };
  const postArrears = (day: string, key: string): void => {
    const { arrearsInterest, arrearsPosted } = ledgerOn(book, day, rates), charges = arrearsInterest - arrearsPosted;
    if (charges !== 0) post({ ...NOTHING, kind: "arrears", day, charges, key });
  };
  const present = start.kind === "opening" ? inForceOn(contracts, start.day) : null;
  const matured = `due:${start.id}:${start.day}`;
  if (present && present.maturity > start.day) {
    // It was put in force since: it carries from the first day on what was taken as matured.
    if (keys.has(matured)) renewals.push({ contract: present, on: start.day });
  } else if (present && !keys.has(matured)) {
    const due = Math.min(start.principal, ledgerOn(book, today, rates).principal);
    const note = `The loan matured on ${formatLongDate(present.maturity)}`;
    if (due > 0) post({ ...NOTHING, kind: "due", day: start.day, principal: -due, due, note, key: matured });
  }
  const days = [
    ...dues.map(({ day }) => day),
    ...renewals.map(({ on }) => on),
    ...overdueDays(contracts, start.day, today),
    ...liveRows(rows).filter(({ kind }) => kind === "arrears").map(({ day }) => day),
  ];
  for (const day of [...new Set(days)].sort()) {
    for (const due of dues) {
      const key = `due:${start.id}:${day}`;
      if (due.day !== day || keys.has(key)) continue;
      // What a renewal of the day carried belongs to the next term, also where nothing fell due before it.
      const old = book.filter((row) => row.kind !== "renewal" || row.day !== day);
      const { principal } = ledgerOn(old, day, rates);
      const interest = periodInterest(due, book, principal);
      const payment = paymentDue(due, interest, principal);
      if (payment > 0) {
        const note = due.isAdjustment ? adjustmentNote(due) : "";
        post({ ...NOTHING, kind: "due", day, principal: interest - payment, due: payment, note, key });
      }
    }
    for (const { contract, on } of renewals) {
      const key = `renewal:${start.id}:${contract.id}`;
      if (on !== day || keys.has(key)) continue;
      const state = ledgerOn(book, day, rates);
      const wanted = Math.max(0, toCents(contract.principal) - state.principal);
      const carried = Math.min(wanted, unpaidOf(state));
      if (carried > 0) {
        const note = carried < wanted ? renewalNote(contract, state.principal + carried) : "";
        post({ ...NOTHING, kind: "renewal", day, principal: carried, due: -carried, note, key });
        if (day <= posted) late = contract;
      }
    }
    if (day > posted) postArrears(day, `arrears:${start.id}:${day}`);
    // Interest posted on what a late renewal carries is taken back on its own day: no payment since is to go to it.
    else if (late) postArrears(day, `arrears:${start.id}:${day}:${late.id}`);
  }
  if (late) postArrears(today, `arrears:${start.id}:${today}:${late.id}`);
  return made;
}

/** The rows with what the job has yet to post up to `today`: what is owed never waits for it. */
export function postedUpTo(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  today: string,
): LedgerRow[] {
  const last = rows.reduce((most, { id }) => Math.max(most, id), 0);
  const missing = entriesToPost(rows, contracts, today);
  return [...rows, ...missing.map((entry, i) => ({ ...entry, id: last + 1 + i, reverses: null }))];
}

/** A payment that falls due on a later day, in cents; `principal` is what it holds of it. */
export interface ComingPayment {
  day: string;
  payment: number;
  principal: number;
}

/** A payment that fell or falls due. */
export type DueEntry = Pick<LedgerEntry, "due" | "principal">;

/**
 * The amount to pay of a payment due on whose day renewals carried cents: they take its principal first, then its
 * interest. Anything beyond was older arrears, since these are carried last.
 */
export const toPay = ({ due, principal }: DueEntry, carried: number): Omit<ComingPayment, "day"> => ({
  payment: due - Math.min(carried, due),
  principal: Math.max(0, -principal - carried),
});

/** The payments among live entries, as they are to be paid. */
export function paymentsAmong(entries: readonly LedgerEntry[]): ComingPayment[] {
  const renewals = entries.filter(({ kind }) => kind === "renewal");
  return entries.filter(({ kind }) => kind === "due").map((due) => {
    const carried = renewals.reduce((sum, { day, principal }) => day === due.day ? sum + principal : sum, 0);
    return { day: due.day, ...toPay(due, carried) };
  });
}

/**
 * Principal in cents that falls due for good and that no renewal carries on, by day: where a term ends, and on `begun`,
 * the day on which a ledger begins after that. `entries` are live ones.
 */
export function maturedPrincipal(
  entries: readonly LedgerEntry[],
  contracts: readonly ContractRecord[],
  begun: string | undefined,
): Map<string, number> {
  const ends = [begun, ...termEnds(contracts)], matured = new Map<string, number>();
  for (const { day, principal } of paymentsAmong(entries)) {
    if (principal > 0 && ends.includes(day)) matured.set(day, (matured.get(day) ?? 0) + principal);
  }
  return matured;
}

function adjustmentNote({ since, day }: DueDay): string {
  return `Interest adjustment: ${daysText(wholeDays(since, day))} from ${formatLongDate(since)}`;
}

const renewalNote = ({ principal }: ContractRecord, carried: number): string =>
  `The renewal names ${moneyWithCents(principal)}, the ledger carries ${moneyOfCents(carried)}.`;

/** The last day on which something was posted by itself since the start, reversed later or not. */
function lastPosted(rows: readonly LedgerRow[], { id, day: begun }: LedgerRow): string {
  const posted = rows.filter(({ kind, key }) => POSTED_KINDS.includes(kind) && key.startsWith(`${kind}:${id}:`));
  return posted.reduce((last, { day }) => day > last ? day : last, begun);
}
