import { addMonths, wholeDays } from "../dates.ts";
import { fromCents, toCents } from "../money.ts";
import { perDiemCents, YEAR_DAYS } from "./payments.ts";
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

/** A fee owed besides principal and interest. Dollars. */
export interface PayoutFee {
  label: string;
  amount: number;
}

/** The payout of a loan on a day, in integer cents. */
export interface Payout {
  date: string;
  maturity: string;
  /** Number of payments assumed made before it. */
  paid: number;
  /** Interest accrues from this day. */
  since: string;
  days: number;
  principal: number;
  /** Interest of the term's last month, due at maturity. */
  lastInterest: number;
  /** Interest accrued from `since` to `date`; for a bridge, its price to date. */
  accrued: number;
  perDiem: number;
  penalty: number;
  penaltyMonths: number;
  fees: number;
  total: number;
}

/** The price of a bridge for a number of days, in dollars (lending rules 3). */
export type BridgePriceOf = (days: number) => number;

/**
 * The payout on `date`, in cents (lending rules 10): payments due by then count as made, except the
 * last; then interest of balance x rate x days / 365, half up once, and before maturity the penalty (none for a
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
    const perDiem = perDiemCents(terms.principal, terms.rate);
    const total = principal + accrued + feeCents;
    const parts = { paid: 0, lastInterest: 0, penalty: 0, penaltyMonths: 0, since: terms.from };
    return { date, maturity, days, principal, accrued, perDiem, fees: feeCents, total, ...parts };
  }
  const { rows } = loanSchedule(terms);
  const matured = date >= maturity;
  let paid = 0;
  while (paid < terms.months - 1 && addMonths(terms.from, paid + 1) <= date) paid++;
  const principal = paid === 0 ? toCents(terms.principal) : rows[paid - 1].balance;
  const since = matured ? maturity : addMonths(terms.from, paid);
  const days = wholeDays(since, date);
  const yearly = principal * terms.rate;
  const lastInterest = matured ? rows[terms.months - 1].interest : 0;
  const accrued = toCents(yearly * days / YEAR_DAYS / 100);
  const months = matured ? 0 : penaltyMonths(penalty) ?? 0;
  const penaltyCents = toCents(yearly * months / 12 / 100);
  return {
    date,
    maturity,
    paid,
    since,
    days,
    principal,
    lastInterest,
    accrued,
    perDiem: perDiemCents(fromCents(principal), terms.rate),
    penalty: penaltyCents,
    penaltyMonths: months,
    fees: feeCents,
    total: principal + lastInterest + accrued + penaltyCents + feeCents,
  };
}
