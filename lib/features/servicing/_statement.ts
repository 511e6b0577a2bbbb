/** The statement with which a payout that was received is compared. */
import type { LoanRow } from "../loans/load.ts";
import { inForceOn, penaltyOf } from "../../domain/lending/contract.ts";
import { type Payout, type PayoutFee, payoutProblem } from "../../domain/lending/payout.ts";
import { ledgerPayout } from "../../domain/servicing/payout.ts";
import type { Book } from "./_book.ts";

/**
 * Of a ledger that has begun; `discharge` in dollars, null for the contract's. `problem` is why there is no such
 * statement: the payout is then what the ledger owes without a penalty.
 */
export function statementOn(
  book: Book,
  loan: LoanRow,
  day: string,
  discharge: number | null,
): { payout: Payout; fees: PayoutFee[]; problem: string } {
  const contract = inForceOn(book.contracts, day);
  const fees = [{ label: "Discharge fee", amount: discharge ?? agreedDischarge(book.contracts, day) }];
  const penalty = penaltyOf(contract, loan.adminPenalty);
  const problem = contract ? payoutProblem(contract, penalty, day) : "";
  return { payout: ledgerPayout(book, penalty, day, fees), fees, problem };
}

/** The discharge fee of the contract in force on a day, in dollars. */
export const agreedDischarge = (contracts: Book["contracts"], day: string): number =>
  inForceOn(contracts, day)?.dischargeFee ?? 0;
