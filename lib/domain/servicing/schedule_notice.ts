/** What a contract's schedule does not know of: prepayments, adjustments, a payout (lending rules 10 and 14). */
import { addDays, formatLongDate } from "../dates.ts";
import { type ContractRecord, contractSchedule } from "../lending/contract.ts";
import { loanSchedule } from "../lending/schedule.ts";
import { moneyOfCents, toCents } from "../money.ts";
import { contractsInTurn, ratesOf } from "./due_days.ts";
import { ledgerOn, type LedgerRow, startOf } from "./ledger.ts";
import { postedUpTo } from "./posting.ts";
import { paidOut } from "./settlement.ts";

/**
 * Says where the ledger has another principal than the schedule of one of the loan's contracts, on the last day of the
 * contract up to `today`; empty where it has not, and without a ledger on that day.
 */
export function scheduleNotice(
  contract: ContractRecord,
  { rows, contracts }: { rows: readonly LedgerRow[]; contracts: readonly ContractRecord[] },
  today: string,
): string {
  const { effectiveDate, maturity, principal } = contract, start = startOf(rows);
  const next = contractsInTurn(contracts).find((one) => one.effectiveDate > effectiveDate)?.effectiveDate;
  // At maturity, and where another contract begins, all of it is due or carried on.
  const end = addDays(next !== undefined && next < maturity ? next : maturity, -1);
  const day = end < today ? end : today;
  if (!start || day < start.day || day < effectiveDate) return "";
  const asSigned = "This is the schedule of the contract as it was signed.";
  const payout = paidOut(rows);
  if (payout && payout.day <= day) return `${asSigned} The loan was paid out on ${formatLongDate(payout.day)}.`;
  const due = loanSchedule(contractSchedule(contract)).rows.findLast((row) => row.due <= day);
  const scheduled = due ? due.balance : toCents(principal);
  const left = ledgerOn(postedUpTo(rows, contracts, day), day, ratesOf(contracts)).principal;
  if (left === scheduled) return "";
  return `${asSigned} By the loan's ledger the principal on ${formatLongDate(day)} is ${moneyOfCents(left)}, not ${
    moneyOfCents(scheduled)
  }: payments follow the ledger.`;
}
