/** Payments due on a day that are marked as received together (lending rules 14). */
import type { LedgerRow, RateFrom } from "./ledger.ts";
import { ledgerOn, liveRows } from "./ledger.ts";

/** How the keys of a payment's receipts begin; a number follows, since one that was reversed may be marked again. */
const receiptsOf = (dueId: number): string => `received:${dueId}:`;

/** A payment that fell due on a day, as it is listed. Amounts are cents. */
export interface DuePayment {
  /** The ledger's row. */
  dueId: number;
  loanId: number;
  clientCode: string;
  borrower: string;
  due: number;
  /** What of it is unpaid, older arrears left aside. */
  left: number;
  /** Fell due earlier and is unpaid. */
  arrears: number;
  /** The loan matures with it: its principal is due too, and is seldom paid as the others are. */
  isLast: boolean;
  /** The payment with which it was marked as received. */
  receipt: { rowId: number; day: string; paid: number } | null;
}

/** Cents of a payment due that are unpaid today: of what fell due on its day alone, and never above the payment. */
export function leftOf(due: LedgerRow, rows: readonly LedgerRow[], today: string, rates: readonly RateFrom[]): number {
  const owed = ledgerOn(rows, today, rates).unpaid.filter(({ day }) => day === due.day);
  return Math.min(due.due, owed.reduce((sum, { left }) => sum + left, 0));
}

/** The payment with which a payment due was marked as received, where that counts. */
export const receiptOf = <T extends LedgerRow>(dueId: number, rows: readonly T[]): T | undefined =>
  liveRows(rows).find(({ key }) => key.startsWith(receiptsOf(dueId)));

/** The key of its next receipt. */
export const nextReceiptKey = (dueId: number, rows: readonly LedgerRow[]): string =>
  receiptsOf(dueId) + rows.filter(({ key }) => key.startsWith(receiptsOf(dueId))).length;
