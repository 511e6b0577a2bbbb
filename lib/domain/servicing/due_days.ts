/** The days on which a loan's payments fall due by its contracts, and the interest of each (lending rules 14). */
import { addMonths, wholeDays } from "../dates.ts";
import {
  agreedRate,
  chainOf,
  contractBridgePrice,
  type ContractRecord,
  contractSchedule,
  inForceOn,
} from "../lending/contract.ts";
import { daysInterestCents, monthsInterestCents } from "../lending/payments.ts";
import { isAdjustment, loanSchedule } from "../lending/schedule.ts";
import { fromCents, halfUp, toCents } from "../money.ts";
import { type LedgerRow, liveRows, type RateFrom } from "./ledger.ts";

/** A payment of a contract. */
export interface DueDay {
  day: string;
  /** The first day of its period: the payment due before, or the contract's first day. */
  since: string;
  contract: ContractRecord;
  /** False up to an adjustment date, and where the next contract begins within the period: interest runs by the day. */
  isWhole: boolean;
  /** True for the interest from the first day to the adjustment date. */
  isAdjustment: boolean;
  /** True at maturity, when the principal is due. */
  isLast: boolean;
}

/** The contracts as they follow one another, each until the next one's first day (lending rules 12). */
export function contractsInTurn(contracts: readonly ContractRecord[]): ContractRecord[] {
  const chain = chainOf(contracts);
  return [...new Set(chain.map(({ effectiveDate }) => effectiveDate))].sort().map((day) => inForceOn(chain, day)!);
}

/** The rates that arrears bear, by day. */
export const ratesOf = (contracts: readonly ContractRecord[]): RateFrom[] =>
  contractsInTurn(contracts).map((contract) => ({ from: contract.effectiveDate, rate: agreedRate(contract) }));

/** The payments that fall due after one day, up to another. */
export function dueDays(contracts: readonly ContractRecord[], after: string, until: string): DueDay[] {
  const turn = contractsInTurn(contracts);
  return turn.flatMap((contract, i) => ofContract(contract, turn[i + 1]?.effectiveDate))
    .filter(({ day }) => day > after && day <= until);
}

function ofContract(contract: ContractRecord, next: string | undefined): DueDay[] {
  const { rows } = loanSchedule(contractSchedule(contract));
  const days: DueDay[] = [];
  let since = contract.effectiveDate;
  for (const row of rows) {
    const { due: day } = row, adjusts = isAdjustment(row);
    if (next !== undefined && day > next) {
      if (since < next) days.push({ day: next, since, contract, isWhole: false, isAdjustment: adjusts, isLast: false });
      break;
    }
    days.push({ day, since, contract, isWhole: !adjusts, isAdjustment: adjusts, isLast: row === rows.at(-1) });
    since = day;
  }
  return days;
}

/** The days on which a term ends that no other contract ended before. */
export function termEnds(contracts: readonly ContractRecord[]): string[] {
  const turn = contractsInTurn(contracts);
  return turn.filter(({ maturity }, i) => i === turn.length - 1 || turn[i + 1].effectiveDate >= maturity)
    .map(({ maturity }) => maturity);
}

/** The days of the month after a maturity on which interest on arrears is posted while no contract follows. */
export function overdueDays(contracts: readonly ContractRecord[], after: string, until: string): string[] {
  const turn = contractsInTurn(contracts);
  return turn.flatMap(({ maturity }, i) => {
    const days: string[] = [], end = turn[i + 1]?.effectiveDate;
    for (let month = 1;; month++) {
      const day = addMonths(maturity, month);
      if (day > until || (end !== undefined && day >= end)) return days;
      if (day > after) days.push(day);
    }
  });
}

/**
 * Interest in cents of a period up to `day`, on the principal in cents at the end of that day. What was repaid or added
 * since counts by the day, what was repaid on `day` itself until then.
 */
export function periodInterest(due: DueDay, rows: readonly LedgerRow[], principal: number, day = due.day): number {
  const { contract, since } = due;
  const { rate, structure } = contract;
  // A payout settles the period in which it falls.
  if (liveRows(rows).some((row) => row.kind === "payout" && row.day >= since && row.day <= day)) return 0;
  const whole = due.isWhole && day === due.day;
  const within = liveRows(rows).filter((row) => row.day >= since && row.day <= day);
  const changed = within.filter(({ kind }) => kind === "prepayment" || kind === "adjustment");
  if (structure === "Bridge") {
    // What was repaid before a ledger began by hand bears no price from then on.
    const begun = within.filter(({ kind }) => kind === "opening")
      .map((row) => ({ ...row, principal: row.principal - toCents(contract.principal) }));
    return bridgeCharge(contract, wholeDays(since, day), day, [...begun, ...changed]);
  }
  const interest = whole
    ? monthsInterestCents(fromCents(principal), rate, structure, 1)
    : daysInterestCents(fromCents(principal), rate, structure, wholeDays(since, day));
  const corrected = changed.map((row) => {
    const size = daysInterestCents(fromCents(Math.abs(row.principal)), rate, structure, wholeDays(since, row.day));
    return row.principal < 0 ? size : -size;
  });
  return Math.max(0, corrected.reduce((sum, cents) => sum + cents, interest));
}

/**
 * A bridge's price in cents for its days up to `day`. What was repaid or added since bears its share of the price of a
 * day from then on alone; what is left is never below the minimum charge, where the price reaches that.
 */
function bridgeCharge(contract: ContractRecord, days: number, day: string, changed: readonly LedgerRow[]): number {
  if (days === 0) return 0;
  const price = toCents(contractBridgePrice(contract, days));
  const share = price / (toCents(contract.principal) * days);
  const more = changed.reduce((sum, row) => sum + row.principal * wholeDays(row.day, day), 0);
  return Math.max(Math.min(price, toCents(contract.bridgeMinimum ?? 0)), halfUp(price + share * more));
}

/** The payment in cents: interest; for P+I the contract's; at maturity all of the principal too. */
export function paymentDue(due: DueDay, interest: number, principal: number): number {
  const { contract } = due;
  if (due.isLast) return principal + interest;
  if (contract.structure !== "P+I" || !due.isWhole) return interest;
  return Math.min(principal + interest, Math.max(interest, toCents(contract.payment)));
}

/** Interest in cents from a day, up to which `accrued` ran, to the contract's maturity, payments made on their days. */
export function interestToMaturity(
  contract: ContractRecord,
  rows: readonly LedgerRow[],
  on: { day: string; principal: number; accrued: number },
): number {
  let { principal } = on, sum = 0;
  for (const due of dueDays([contract], on.day, contract.maturity)) {
    const interest = periodInterest(due, rows, principal);
    sum += interest;
    principal -= paymentDue(due, interest, principal) - interest;
  }
  return sum - on.accrued;
}
