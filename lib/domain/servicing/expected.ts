/** What a loan is expected to pay, beside which a payment is entered (lending rules 14). */
import { formatDate } from "../dates.ts";
import { moneyOfCents } from "../money.ts";
import type { LedgerFigures } from "./figures.ts";

/** In cents. */
export interface Expected {
  /** Payments unpaid and charges. */
  due: number;
  /** What of the next payment due is not paid ahead; null where none falls due. */
  next: { day: string; cents: number } | null;
}

export const expectedOf = ({ arrears, dueToday, charges, next, credit }: LedgerFigures): Expected => ({
  due: arrears + dueToday + charges,
  next: next && { day: next.day, cents: Math.max(0, next.payment - credit) },
});

/** What brings the loan up to date, else its next payment, in cents. */
export const proposedPayment = ({ due, next }: Expected): number => due || (next?.cents ?? 0);

/** What is said of so many cents that are more than is due and comes next: a digit may have slipped. Empty else. */
export function beyondExpectedText({ due, next }: Expected, cents: number | null): string {
  const beyond = (cents ?? 0) - due - (next?.cents ?? 0);
  if (beyond <= 0) return "";
  const now = due > 0 ? `${moneyOfCents(due)} is due` : "Nothing is due";
  const then = next && next.cents > 0 ? `, ${moneyOfCents(next.cents)} falls due on ${formatDate(next.day)}` : "";
  return `${now}${then}. The other ${moneyOfCents(beyond)} would wait for later payments and repay no principal: ` +
    "check the amount, or record that part as a prepayment.";
}

/** What is said of a ledger that would begin with more principal than the contract lends. Cents; null for none. */
export const aboveContractText = (lent: number, principal: number | null): string =>
  principal !== null && principal > lent
    ? `The contract lends ${moneyOfCents(lent)}, this is ${moneyOfCents(principal - lent)} more: check the principal.`
    : "";
