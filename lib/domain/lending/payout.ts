import { addDays, formatLongDate, wholeDays } from "../dates.ts";
import { fromCents, halfUp, toCents } from "../money.ts";
import { statedRate } from "./bridge.ts";
import { daysInterestCents, monthsInterestCents, nextDayInterest } from "./payments.ts";
import { loanSchedule, maturityOf, type ScheduleTerms } from "./schedule.ts";

/**
 * Months of interest charged for prepayment, by the payment penalty (loans specification 5.6); null: closed, no payout.
 */
const PENALTY_MONTHS: Readonly<Record<string, number | null>> = {
  "3 months": 3,
  "2 months": 2,
  "1 month": 1,
  "none": 0,
  "closed": null,
};

/** Months of a payment penalty; null for a closed mortgage, undefined where none is chosen. */
export const penaltyMonths = (penalty: string): number | null | undefined => PENALTY_MONTHS[penalty];

/** What of a contract decides whether a day has a penalty. */
interface PenaltyTerms {
  structure: string;
  maturity: string;
}

/** Months of interest that prepayment costs on a day, as `penaltyMonths`: none of a bridge, nor from maturity on. */
export const chargedMonths = (terms: PenaltyTerms, penalty: string, day: string): number | null | undefined =>
  terms.structure === "Bridge" || day >= terms.maturity ? 0 : penaltyMonths(penalty);

/** Why the terms name no payout on a day, as a sentence; empty where they do. */
export function payoutProblem(terms: PenaltyTerms, penalty: string, day: string): string {
  const months = chargedMonths(terms, penalty, day);
  if (typeof months === "number") return "";
  return months === null
    ? `This mortgage is closed until ${formatLongDate(terms.maturity)}.`
    : "This loan's payment penalty is not set. Set it first.";
}

/** A fee owed besides principal and interest. Dollars. */
export interface PayoutFee {
  label: string;
  amount: number;
}

/** A sum that a ledger adds to a payout, in cents; below 0 where it lowers it. */
export interface PayoutLine {
  label: string;
  cents: number;
}

/** The payout of a loan on a day, in integer cents. */
export interface Payout {
  date: string;
  maturity: string;
  /** Number of payments assumed made before it, interest to the adjustment date among them. */
  paid: number;
  /** Interest accrues from this day. */
  since: string;
  days: number;
  principal: number;
  /** Interest of the term's last month, due at maturity. */
  lastInterest: number;
  /** Interest accrued from `since` to `date`; for a bridge, its price to date. */
  accrued: number;
  /**
   * What a day adds to the total: no interest on the principal where the penalty is cut, as it falls by what accrues.
   * Null for a bridge whose price does not follow from its days (its minimum, say), and on its first.
   */
  perDiem: number | null;
  penalty: number;
  penaltyMonths: number;
  /** True where the penalty is the interest to maturity, which is no more than its months. */
  isPenaltyCut: boolean;
  /** The next payment before maturity; null for a bridge and where none is left. */
  nextDue: { date: string; payment: number } | null;
  fees: number;
  /** What its ledger owes besides: unpaid payments, charges; null for a loan without a ledger. */
  byLedger: PayoutLine[] | null;
  total: number;
}

/** A penalty before maturity, in cents: so many months, and never above the interest to maturity. */
export interface PenaltyCut {
  months: number;
  whole: number;
  toMaturity: number;
}

/** True where the interest to maturity is the penalty, which then falls by what accrues. */
export const isCut = ({ months, whole, toMaturity }: PenaltyCut): boolean => months > 0 && toMaturity <= whole;

/** The penalty: never below nothing, where a price in whole dollars falls by some cents towards the end. */
export const penaltyCentsOf = ({ whole, toMaturity }: PenaltyCut): number => Math.max(0, Math.min(whole, toMaturity));

/**
 * Of the interest of the next day, in cents and not rounded, what the total grows by: nothing once the penalty is cut,
 * and a part on the day before. Up to a payment due the months count from that anew.
 */
export function grownBy(interest: number, cut: PenaltyCut, isDueNext: boolean): number {
  if (isCut(cut)) return 0;
  return cut.months === 0 || isDueNext ? interest : Math.min(interest, cut.toMaturity - cut.whole);
}

/** The price of a bridge for a number of days, in dollars (lending rules 3). */
export type BridgePriceOf = (days: number) => number;

/**
 * The payout on `date`, in cents (lending rules 10): payments due by then count as made, except the
 * last; then interest by the day, and before maturity the penalty, never above the interest to maturity (none for a
 * bridge). Not for a date before the advance, nor for a closed mortgage before maturity.
 */
export function payout(
  terms: ScheduleTerms,
  penalty: string,
  date: string,
  fees: readonly PayoutFee[],
  bridgePrice: BridgePriceOf,
): Payout {
  const maturity = maturityOf(terms);
  const feeCents = fees.reduce((sum, fee) => sum + toCents(fee.amount), 0);
  if (terms.structure === "Bridge") {
    const days = Math.max(1, wholeDays(terms.from, date));
    const principal = toCents(terms.principal), accrued = toCents(bridgePrice(days));
    // The day of the advance costs as much as the one after it.
    const isByDay = date > terms.from && !statedRate({ ...terms, days, price: fromCents(accrued) }).isEquivalent;
    const perDiem = isByDay ? daysInterestCents(terms.principal, terms.rate, "Bridge", 1) : null;
    const total = principal + accrued + feeCents;
    const none = { paid: 0, lastInterest: 0, penalty: 0, penaltyMonths: 0, isPenaltyCut: false, nextDue: null };
    const parts = { ...none, since: terms.from };
    return { date, maturity, days, principal, accrued, perDiem, fees: feeCents, byLedger: null, total, ...parts };
  }
  const { rows } = loanSchedule(terms);
  const matured = date >= maturity;
  let paid = 0;
  while (paid < rows.length - 1 && rows[paid].due <= date) paid++;
  const principal = paid === 0 ? toCents(terms.principal) : rows[paid - 1].balance;
  const since = matured ? maturity : paid === 0 ? terms.from : rows[paid - 1].due;
  const days = wholeDays(since, date);
  const balance = fromCents(principal);
  const lastInterest = matured ? rows[rows.length - 1].interest : 0;
  const accrued = daysInterestCents(balance, terms.rate, terms.structure, days);
  const months = chargedMonths({ structure: terms.structure, maturity }, penalty, date) ?? 0;
  const wholePenalty = monthsInterestCents(balance, terms.rate, terms.structure, months);
  const toMaturity = rows.slice(paid).reduce((sum, row) => sum + row.interest, 0) - accrued;
  const cut = { months, whole: wholePenalty, toMaturity }, penaltyCents = penaltyCentsOf(cut);
  const next = paid < rows.length - 1 ? rows[paid] : null;
  const nextDay = 100 * nextDayInterest(balance, terms.rate, terms.structure, days);
  return {
    date,
    maturity,
    paid,
    since,
    days,
    principal,
    lastInterest,
    accrued,
    perDiem: halfUp(grownBy(nextDay, cut, next?.due === addDays(date, 1))),
    penalty: penaltyCents,
    penaltyMonths: months,
    isPenaltyCut: isCut(cut),
    nextDue: next && { date: next.due, payment: next.payment },
    fees: feeCents,
    byLedger: null,
    total: principal + lastInterest + accrued + penaltyCents + feeCents,
  };
}
