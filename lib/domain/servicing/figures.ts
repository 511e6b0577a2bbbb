/** What a loan's ledger says on a day: next payment, arrears, balance (lending rules 14). */
import { addMonths, isCalendarDate, wholeDays } from "../dates.ts";
import { type ContractRecord, inForceOn } from "../lending/contract.ts";
import { moneyOfCents } from "../money.ts";
import { dueDays, periodInterest, ratesOf } from "./due_days.ts";
import { balanceOf, ledgerOn, type LedgerRow, liveRows, POSTED_KINDS, startOf } from "./ledger.ts";
import { entriesToPost, paymentsAmong, postedUpTo } from "./posting.ts";
import { paidOut } from "./settlement.ts";

/** Months that are searched for the next payment: the longest term is shorter. */
export const NEXT_MONTHS = 600;
/** From here on arrears are counted by thirties. */
const LATE_DAYS = 30;

/** A ledger's figures on a day, in cents. */
export interface LedgerFigures {
  day: string;
  /** Principal that is not due yet. */
  principal: number;
  /** Payments that fell due before the day and are unpaid. */
  arrears: number;
  /** Days since the oldest of them fell due; 0 without arrears. */
  arrearsDays: number;
  /** The payment that falls due on this very day, as far as it is unpaid. */
  dueToday: number;
  charges: number;
  credit: number;
  /** By the rows. */
  balance: number;
  /** Interest on arrears that is not posted yet. */
  arrearsInterest: number;
  /** Interest of the running period, up to the day. */
  accrued: number;
  /** Everything that is owed on the day, interest to the day included. */
  owed: number;
  next: { day: string; payment: number } | null;
  /** The last day of the term in force. */
  maturity: string;
}

/** The colour of arrears: red from the thirtieth day. */
export const arrearsBand = (days: number): "yellow" | "red" => days < LATE_DAYS ? "yellow" : "red";

/**
 * The figures of a ledger on a day, by its rows, what is still to be posted up to the day, and the loan's contracts.
 */
export function ledgerFigures(
  stored: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  day: string,
): LedgerFigures {
  const rows = postedUpTo(stored, contracts, day);
  const state = ledgerOn(rows, day, ratesOf(contracts));
  const late = state.unpaid.filter((one) => one.day < day);
  const arrears = late.reduce((sum, { left }) => sum + left, 0);
  const next = dueDays(contracts, day, addMonths(day, NEXT_MONTHS)).at(0);
  const running = next && next.since <= day ? next : undefined;
  const accrued = running ? periodInterest(running, rows, state.principal, day) : 0;
  const balance = balanceOf(state);
  const arrearsInterest = state.arrearsInterest - state.arrearsPosted;
  return {
    day,
    principal: state.principal,
    arrears,
    arrearsDays: late.length > 0 ? wholeDays(late[0].day, day) : 0,
    dueToday: state.unpaid.filter((one) => one.day === day).reduce((sum, { left }) => sum + left, 0),
    charges: state.charges,
    credit: state.credit,
    balance,
    arrearsInterest,
    accrued,
    owed: balance + arrearsInterest + accrued,
    next: next ? nextPayment(rows, contracts, next.day) : null,
    maturity: inForceOn(contracts, day)?.maturity ?? "",
  };
}

/**
 * The day on which the ledger of a loan that is not funded any more was closed: that of its payout or repayment, or a
 * later one on which a person recorded something; without a repayment the day of the last row.
 */
export function closingDay(rows: readonly LedgerRow[], dateRepaid: string): string {
  const repaid = paidOut(rows)?.day ?? dateRepaid;
  const counted = liveRows(rows).filter(({ kind }) => repaid === "" || !POSTED_KINDS.includes(kind));
  const last = counted.at(-1)?.day ?? "";
  return last > repaid ? last : repaid;
}

/** The day on which a loan's ledger was closed; null while the loan is Funded, and without a ledger. */
export function closedOn(
  rows: readonly LedgerRow[],
  { adminComSelect, dateRepaid }: { adminComSelect: string; dateRepaid: string | null },
): string | null {
  if (adminComSelect === "Funded" || !startOf(rows)) return null;
  return closingDay(rows, adminComSelect === "Repaid" && isCalendarDate(dateRepaid) ? dateRepaid : "");
}

/** With what a ledger was closed, by `owed` in cents, and the way back to it; empty where nothing stayed. */
export function closedBalanceText(owed: number): string {
  if (owed === 0) return "";
  const sum = moneyOfCents(Math.abs(owed));
  return owed > 0
    ? `Its ledger was closed with ${sum} still owed. To record more or to collect it, set the loan to Funded again.`
    : `Its ledger was closed with ${sum} to give back.`;
}

/** The figures with which a ledger was closed on a day: nothing falls due after it. */
export const closedFigures = (
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  day: string,
): LedgerFigures => ({ ...ledgerFigures(rows, contracts, day), next: null });

function nextPayment(
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  day: string,
): LedgerFigures["next"] {
  // Of a day gone by it may have been posted since.
  const posted = liveRows(rows).filter((row) => row.day === day);
  const next = paymentsAmong([...posted, ...entriesToPost(rows, contracts, day)]).at(-1);
  return next ? { day: next.day, payment: next.payment } : null;
}
