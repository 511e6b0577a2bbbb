/** What a prepayment of principal costs by the contract (lending rules 14). */
import { type ContractRecord, inForceOn, penaltyOf } from "../lending/contract.ts";
import { chargedMonths, isCut, penaltyCentsOf, penaltyMonths } from "../lending/payout.ts";
import { monthsInterestCents } from "../lending/payments.ts";
import { monthsText } from "../dates.ts";
import { fromCents, moneyOfCents } from "../money.ts";
import { dueDays, interestToMaturity, periodInterest } from "./due_days.ts";

/** What decides the penalty of a prepayment. */
export interface PenaltyBasis {
  contracts: readonly ContractRecord[];
  /** The form's payment penalty, where the contract leaves it open. */
  penalty: string;
  /** Cents that are not due. */
  principal: number;
}

export interface PrepaymentPenalty {
  /** Months of interest; null where nothing says. */
  months: number | "closed" | null;
  /** Null where no months say it. */
  cents: number | null;
  /** True where the interest to maturity is the penalty, which is no more than its months. */
  isCut: boolean;
}

/** The penalty of so many cents that are prepaid on `day`: never above the interest to maturity that they save. */
export function prepaymentPenalty(basis: PenaltyBasis, day: string, cents: number): PrepaymentPenalty {
  const { contracts, principal } = basis, contract = inForceOn(contracts, day);
  const penalty = penaltyOf(contract, basis.penalty);
  const months = contract ? chargedMonths(contract, penalty, day) : penaltyMonths(penalty);
  if (typeof months !== "number" || !contract) {
    return { months: months === null ? "closed" : months ?? null, cents: null, isCut: false };
  }
  const whole = monthsInterestCents(fromCents(cents), contract.rate, contract.structure, months);
  const left = Math.max(0, principal - cents);
  const toMaturity = toMaturityFrom(contract, day, left + cents) - toMaturityFrom(contract, day, left);
  const cut = { months, whole, toMaturity };
  return { months, cents: penaltyCentsOf(cut), isCut: isCut(cut) };
}

function toMaturityFrom(contract: ContractRecord, day: string, principal: number): number {
  const running = dueDays([contract], day, contract.maturity).at(0);
  const accrued = running ? periodInterest(running, [], principal, day) : 0;
  return interestToMaturity(contract, [], { day, principal, accrued });
}

/** The penalty in words, with its sum once an amount is entered: so many cents, null for none. */
export function penaltyText(basis: PenaltyBasis, day: string, cents: number | null): string {
  const found = prepaymentPenalty(basis, day, cents ?? 0), { months } = found;
  if (months === null) return "The contract names none.";
  if (months === "closed") return "The mortgage is closed: as you agreed with the borrower.";
  if (months === 0) return "None by the contract.";
  if (!cents) return `By the contract ${monthsText(months)} of interest on it, at most the interest to maturity.`;
  const sum = moneyOfCents(found.cents ?? 0);
  return found.isCut
    ? `By the contract ${sum}: the interest on it to maturity, which is no more than ${monthsText(months)} of interest.`
    : `By the contract ${sum}: ${monthsText(months)} of interest on it.`;
}

/** By how much more is entered than the contract asks for; empty where it is not. In cents, null for none entered. */
export function excessPenaltyText(basis: PenaltyBasis, day: string, cents: number | null, paid: number | null): string {
  const most = cents ? prepaymentPenalty(basis, day, cents).cents : null;
  if (most === null || paid === null || paid <= most) return "";
  return `${moneyOfCents(paid - most)} more than the contract asks for. Record it only if the borrower paid that much.`;
}
