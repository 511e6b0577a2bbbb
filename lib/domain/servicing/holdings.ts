/** How payments of a loan are shared among its participants (lending rules 16). */
import type { Participant } from "../loans/participants.ts";
import { totalHeld } from "../loans/participants.ts";
import { LEDGER_LABELS } from "./ledger_table.ts";
import { type LedgerRow, receivedOf } from "./ledger.ts";

/** Who holds a loan from a day on (YYYY-MM-DD; empty: from the beginning). `id` grows with the order of saving. */
export interface HoldingSet {
  id: number;
  day: string;
  list: readonly Participant[];
  /** The funded amount of which they hold it, in dollars; null: the loan's present one. */
  funded: number | null;
}

/** One participant's part of a row, in cents, and the dollars that they held then. */
export interface Share {
  name: string;
  held: number;
  cents: number;
}

/** A row that paid or took a payment back, shared out. Cents, but `funded` in dollars. */
export interface SharedRow {
  loanId: number;
  clientCode: string;
  day: string;
  what: string;
  /** It takes an earlier payment back. */
  isBack: boolean;
  received: number;
  funded: number;
  shares: Share[];
  /** What no participant holds. */
  ours: number;
}

/**
 * Who holds the loan on a day; undefined for nobody yet. A list is in force from its day until one saved later replaces
 * it.
 */
export function holdingsOf(sets: readonly HoldingSet[]): (day: string) => HoldingSet | undefined {
  const turn = inForce(sets);
  return (day) => turn.findLast((one) => one.day <= day);
}

/** True where this list, the present one, holds the loan on the day and on every later one: to save it is no change. */
export function isHeldSince(sets: readonly HoldingSet[], day: string, list: readonly Participant[]): boolean {
  if (sets.length === 0) return true;
  const text = JSON.stringify(list);
  const since = [
    holdingsOf(sets)(day)?.list ?? [],
    ...inForce(sets).filter((one) => one.day > day).map((one) => one.list),
  ];
  return since.every((one) => JSON.stringify(one) === text);
}

/** The lists in force, by day. */
function inForce(sets: readonly HoldingSet[]): HoldingSet[] {
  const turn: HoldingSet[] = [];
  for (const one of [...sets].sort((a, b) => a.id - b.id)) {
    while (turn.length > 0 && turn.at(-1)!.day >= one.day) turn.pop();
    turn.push(one);
  }
  return turn;
}

/** A funded amount in dollars from a day on. */
export interface FundedFrom {
  day: string;
  funded: number;
}

/**
 * The funded amounts from a day on: first that of the day itself, then each later day on which it changed. `now` is the
 * present amount with today, which a list that kept none has too; before the first list its amount counts.
 */
export function fundedFrom(sets: readonly HoldingSet[], from: string, now: FundedFrom): FundedFrom[] {
  const turn = inForce([...sets, { id: Infinity, list: [], ...now }]);
  const first = turn.findLast(({ day }) => day <= from) ?? turn[0];
  const amounts: FundedFrom[] = [{ day: from, funded: first.funded ?? now.funded }];
  for (const { day, funded } of turn) {
    if (day > from && (funded ?? now.funded) !== amounts.at(-1)!.funded) {
      amounts.push({ day, funded: funded ?? now.funded });
    }
  }
  return amounts;
}

/**
 * Cents shared pro rata of the dollars that each holds of `funded`; the last part is the lender's. Each is rounded
 * down, and the cents left go to the largest fractions, of equal ones to the first. Reversals are shared alike.
 */
export function shareOut(cents: number, list: readonly Participant[], funded: number): number[] {
  if (cents < 0) return shareOut(-cents, list, funded).map((part) => 0 - part);
  const held = totalHeld(list), whole = BigInt(Math.max(funded, held));
  const parts = [...list.map(({ amount }) => amount), Math.max(0, funded - held)];
  if (whole === 0n) return parts.map((_, i) => i === parts.length - 1 ? cents : 0);
  const exact = parts.map((part) => BigInt(cents) * BigInt(part));
  const shares = exact.map((one) => Number(one / whole));
  const left = cents - shares.reduce((sum, one) => sum + one, 0);
  const order = exact.map((one, i) => ({ fraction: one % whole, i }))
    .sort((a, b) => a.fraction === b.fraction ? a.i - b.i : a.fraction > b.fraction ? -1 : 1);
  for (const { i } of order.slice(0, left)) shares[i]++;
  return shares;
}

/**
 * Ledger rows that moved money in a month (YYYY-MM; empty: in all), each shared by who held the loan on its day; a
 * reversal as the payment that it reverses. `rows` includes reversed ones. None where nobody held any.
 */
export function sharedRows(
  loan: { id: number; clientCode: string; funded: number },
  rows: readonly LedgerRow[],
  sets: readonly HoldingSet[],
  month: string,
): SharedRow[] {
  const byId = new Map(rows.map((row) => [row.id, row])), holdingsOn = holdingsOf(sets);
  return rows.filter(({ day }) => day.startsWith(month)).flatMap((row) => {
    const undone = row.reverses === null ? undefined : byId.get(row.reverses);
    const received = receivedOf(row, undone);
    const { list = [], funded } = holdingsOn((undone ?? row).day) ?? {};
    if (received === 0 || list.length === 0) return [];
    const whole = funded ?? loan.funded;
    const parts = shareOut(received, list, whole);
    return [{
      loanId: loan.id,
      clientCode: loan.clientCode,
      day: row.day,
      what: LEDGER_LABELS[row.kind],
      isBack: row.reverses !== null,
      received,
      funded: Math.max(whole, totalHeld(list)),
      shares: list.map(({ name, amount }, i) => ({ name, held: amount, cents: parts[i] })),
      ours: parts[list.length],
    }];
  });
}

/** What each participant gets of each month, in cents: by name, then by month (YYYY-MM). */
export function sharesByMonth(rows: readonly SharedRow[]): Map<string, Map<string, number>> {
  const byName = new Map<string, Map<string, number>>();
  for (const { day, shares } of rows) {
    const month = day.slice(0, 7);
    for (const { name, cents } of shares) {
      const months = byName.get(name) ?? new Map<string, number>();
      byName.set(name, months.set(month, (months.get(month) ?? 0) + cents));
    }
  }
  return byName;
}

/** What a participant gets of one row. */
export interface StatementLine extends Omit<SharedRow, "shares" | "ours">, Omit<Share, "name"> {}

/** Each participant's lines by name, those of one by day and loan. */
export function linesByName(rows: readonly SharedRow[]): Map<string, StatementLine[]> {
  const inTurn = rows.toSorted((a, b) => a.day === b.day ? a.loanId - b.loanId : a.day < b.day ? -1 : 1);
  const byName = new Map<string, StatementLine[]>();
  for (const { shares, ours: _ours, ...row } of inTurn) {
    for (const { name, held, cents } of shares) {
      const lines = byName.get(name), line = { ...row, held, cents };
      if (lines) lines.push(line);
      else byName.set(name, [line]);
    }
  }
  return byName;
}

/** A participant's lines, by day and loan. */
export const linesOf = (rows: readonly SharedRow[], name: string): StatementLine[] =>
  linesByName(rows.filter(({ shares }) => shares.some((one) => one.name === name))).get(name) ?? [];
