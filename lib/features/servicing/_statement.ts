/** The statement with which a payout that was received is compared. */
import type { LoanRow } from "../loans/load.ts";
import { inForceOn, penaltyOf } from "../../domain/lending/contract.ts";
import type { Payout, PayoutFee } from "../../domain/lending/payout.ts";
import { ledgerPayout } from "../../domain/servicing/payout.ts";
import type { Book } from "./_book.ts";

/** Of a ledger that has begun; `discharge` in dollars, null for the contract's. */
export function statementOn(
  book: Book,
  loan: LoanRow,
  day: string,
  discharge: number | null,
): { payout: Payout; fees: PayoutFee[] } {
  const contract = inForceOn(book.contracts, day);
  const fees = [{ label: "Discharge fee", amount: discharge ?? contract?.dischargeFee ?? 0 }];
  return { payout: ledgerPayout(book, penaltyOf(contract, loan.adminPenalty), day, fees), fees };
}
