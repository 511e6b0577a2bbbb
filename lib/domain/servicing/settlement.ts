/** A ledger closed by the payout that was received (lending rules 15). */
import { formatLongDate } from "../dates.ts";
import type { ContractRecord } from "../lending/contract.ts";
import type { Payout, PayoutFee } from "../lending/payout.ts";
import { moneyOfCents, toCents } from "../money.ts";
import { ratesOf } from "./due_days.ts";
import { dayProblem } from "./entries.ts";
import { amountOf, type LedgerEntry, ledgerOn, type LedgerRow, liveRows, NOTHING, POSTED_KINDS } from "./ledger.ts";

/** What a ledger owes on the day of a payout. Dollars. */
export interface PayoutOwed {
  day: string;
  total: number;
  discharge: number;
  /** Why no payout can be recorded on the day; empty where it can. */
  reason: string;
  /** Why there is no statement of the day; the total is then without a penalty. Empty where there is one. */
  notice: string;
}

/** The payout by which a ledger was closed; undefined while it is open, and once the loan is Funded again. */
export const paidOut = <T extends LedgerRow>(rows: readonly T[]): T | undefined =>
  liveRows(rows).findLast(({ kind }) => kind === "payout");

/** Why a payout cannot be recorded on a day; empty where it can. `today` is YYYY-MM-DD. */
export function settlementProblem(rows: readonly LedgerRow[], day: string, today: string): string {
  const later = liveRows(rows).findLast((row) => row.day > day && !POSTED_KINDS.includes(row.kind));
  return dayProblem(day, rows, today) ||
    (later
      ? `${moneyOfCents(Math.abs(amountOf(later)))} was recorded on ${
        formatLongDate(later.day)
      }, after that day. Choose that day or a later one, or reverse that entry first.`
      : "");
}

/** Why so much cannot be what was received, by the statement's total; empty where it can. In one unit of money. */
export const receivedProblem = (received: number, total: number): string =>
  received === 0 && total > 0 ? "Enter the amount that was received." : "";

/** What was posted for the days after a payout, which no longer fall due: it is taken back with it. */
export const postedAfter = <T extends LedgerRow>(rows: readonly T[], day: string): T[] =>
  liveRows(rows).filter((row) => row.day > day && POSTED_KINDS.includes(row.kind));

/**
 * The rows of a payout in order: interest on arrears up to its day, penalty and fees, then principal and interest as
 * due with what was received, in cents. `rows` are posted up to its day; what differs from the statement stays as
 * balance. Not `isStated`, there was no statement: the payout is what was owed without a penalty.
 */
export function settlementEntries(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  statement: Payout,
  fees: readonly PayoutFee[],
  received: number,
  isStated = true,
): LedgerEntry[] {
  const { date: day, principal, accrued, penalty, total } = statement;
  const { arrearsInterest, arrearsPosted } = ledgerOn(rows, day, ratesOf(contracts));
  const charges: LedgerEntry[] = [
    { ...NOTHING, kind: "arrears", day, charges: arrearsInterest - arrearsPosted },
    { ...NOTHING, kind: "penalty", day, charges: penalty, note: "Prepayment penalty" },
    ...fees.map(({ label, amount }): LedgerEntry => (
      { ...NOTHING, kind: "fee", day, charges: toCents(amount), note: label }
    )),
  ];
  const owed = moneyOfCents(total);
  const note = total < 0
    ? `${moneyOfCents(-total)} had been paid too much`
    : isStated
    ? `By the statement of that day ${owed}`
    : `There was no statement; without a penalty ${owed}`;
  return [
    ...charges.filter((entry) => entry.charges !== 0),
    { ...NOTHING, kind: "payout", day, principal: 0 - principal, due: principal + accrued, paid: received, note },
  ];
}
