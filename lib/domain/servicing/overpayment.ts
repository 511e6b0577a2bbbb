/** Payments above all that a loan owes (lending rules 14 and 15). */
import { formatLongDate } from "../dates.ts";
import type { ContractRecord } from "../lending/contract.ts";
import { moneyOfCents } from "../money.ts";
import { ledgerFigures } from "./figures.ts";
import type { LedgerRow } from "./ledger.ts";

/**
 * Why a payment of so many cents cannot be recorded, by all that is owed up to the next payment due, which may be paid
 * ahead; empty where it can. `today` is YYYY-MM-DD. For a ledger that has begun.
 */
export function overpaymentProblem(
  cents: number,
  rows: readonly LedgerRow[],
  contracts: readonly ContractRecord[],
  today: string,
): string {
  const until = ledgerFigures(rows, contracts, today).next?.day ?? today;
  const { owed } = ledgerFigures(rows, contracts, until);
  if (cents <= owed) return "";
  return owed <= 0
    ? "Nothing is owed on this loan. Set it to Repaid with what was received."
    : `Up to ${formatLongDate(until)} ${moneyOfCents(owed)} is owed in all. ` +
      "Enter that or less; if it pays the loan out, set the loan to Repaid with it.";
}

/** What is said of a payout whose total is so many cents where none is owed; empty where one is. */
export function nothingOwed(total: number, day: string): string {
  if (total > 0) return "";
  const paid = total < 0 ? `: ${moneyOfCents(-total)} was paid too much` : "";
  return `Nothing is owed on this loan on ${formatLongDate(day)}${paid}.`;
}
