/** Where a contract that came into force later restates what a ledger has posted (lending rules 14). */
import { formatLongDate } from "../dates.ts";
import type { ContractRecord } from "../lending/contract.ts";
import { moneyOfCents, toCents } from "../money.ts";
import { contractsInTurn, dueDays, paymentDue, periodInterest, ratesOf } from "./due_days.ts";
import { ledgerOn, type LedgerRow, liveRows, startOf } from "./ledger.ts";

/** What differs between a ledger and the contracts now in force, and what to do; empty where nothing does. */
export function restatement(rows: readonly LedgerRow[], contracts: readonly ContractRecord[]): string {
  const start = startOf(rows), first = contractsInTurn(contracts).at(0);
  if (!start || !first) return "";
  return [advanceRestated(start, rows, first), duesRestated(start, rows, contracts)].filter(Boolean).join(" ");
}

function advanceRestated(start: LedgerRow, rows: readonly LedgerRow[], first: ContractRecord): string {
  const agreed = toCents(first.principal);
  if (start.kind !== "advance" || [0, adjusted(rows, "principal")].includes(agreed - start.principal)) return "";
  return `The ledger began with ${moneyOfCents(start.principal)}; the contract that is in force names ${
    moneyOfCents(agreed)
  }. ` +
    "Adjust the principal by the difference, or reverse the rows and begin the ledger again.";
}

/** Each payment that was posted beside what the contracts make of it; a person who reversed one has settled its day. */
function duesRestated(start: LedgerRow, rows: readonly LedgerRow[], contracts: readonly ContractRecord[]): string {
  const live = liveRows(rows), of = `due:${start.id}:`;
  const posted = live.filter(({ key, day }) => key.startsWith(of) && day > start.day);
  const last = posted.at(-1);
  if (!last) return "";
  // What a payout took back stands again once the loan is Funded again: its day has a live row.
  const standing = new Set(posted.map(({ day }) => day));
  const settled = new Set(
    rows.filter(({ key, day }) => key.startsWith(of) && !standing.has(day)).map(({ day }) => day),
  );
  const rates = ratesOf(contracts);
  const agreed = dueDays(contracts, start.day, last.day).filter(({ day }) => !settled.has(day)).map((due) => {
    const at = posted.find(({ day }) => day === due.day);
    const before = at ? live.slice(0, live.indexOf(at)) : live.filter(({ day }) => day < due.day);
    const { principal } = ledgerOn(before, due.day, rates);
    return paymentDue(due, periodInterest(due, before, principal), principal);
  });
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const was = sum(posted.map(({ due }) => due)), is = sum(agreed);
  if ([0, adjusted(rows, "due")].includes(is - was)) return "";
  return `Payments due up to ${formatLongDate(last.day)} were posted as ${
    moneyOfCents(was)
  }; by the contracts that are in force ` +
    `they are ${moneyOfCents(is)}. Adjust the payments due by the difference.`;
}

/** By how much people adjusted a part, in cents. */
const adjusted = (rows: readonly LedgerRow[], part: "principal" | "due"): number =>
  liveRows(rows).filter(({ kind }) => kind === "adjustment").reduce((sum, row) => sum + row[part], 0);
