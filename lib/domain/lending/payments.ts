import { fromCents, toCents } from "../money.ts";

/** How a loan is repaid (loans specification 5.6). */
export const STRUCTURE_NAMES = ["Interest Only", "Bridge", "P+I"] as const;
export type Structure = (typeof STRUCTURE_NAMES)[number];

/** Default amortisation of a P+I loan in months (lending rules 3). */
export const AMORTISATION_MONTHS = 300;
/** Days in a year for per diem interest. */
export const YEAR_DAYS = 365;

/** One row of a schedule, in integer cents. */
export interface ScheduleRow {
  period: number;
  payment: number;
  interest: number;
  principal: number;
  balance: number;
}

/** The monthly rate of a yearly one that compounds semi-annually, not in advance (Interest Act, section 6). */
export function monthlyRate(rate: number): number {
  return Math.expm1(Math.log1p(rate / 2) / 6);
}

/** Interest-only payment in cents a month: P x rate / 12, half up. */
export function interestOnlyCents(principal: number, rate: number): number {
  return toCents((principal * rate) / 12);
}

/** P+I payment in cents a month, half up; at a rate of 0, an equal share of the principal. */
export function blendedCents(principal: number, rate: number, months = AMORTISATION_MONTHS): number {
  const r = monthlyRate(rate);
  if (r === 0) return toCents(principal / months);
  return toCents((principal * r) / -Math.expm1(-months * Math.log1p(r)));
}

/** The monthly payment in cents by structure; 0 for a bridge. */
export function paymentCents(
  principal: number,
  rate: number,
  structure: Structure,
  amortisation = AMORTISATION_MONTHS,
): number {
  if (structure === "Bridge") return 0;
  return structure === "P+I" ? blendedCents(principal, rate, amortisation) : interestOnlyCents(principal, rate);
}

/** The monthly payment in dollars by structure; 0 for a bridge. */
export function monthlyPayment(
  principal: number,
  rate: number,
  structure: Structure = "Interest Only",
  amortisation = AMORTISATION_MONTHS,
): number {
  return fromCents(paymentCents(principal, rate, structure, amortisation));
}

/**
 * The schedule of a P+I loan, in cents. Interest of each period is rounded half up to the cent; the last payment, at
 * the end of `term` months (default: the whole amortisation), clears the balance.
 */
export function amortise(
  principal: number,
  rate: number,
  amortisation = AMORTISATION_MONTHS,
  term = amortisation,
): ScheduleRow[] {
  const r = monthlyRate(rate);
  const usual = blendedCents(principal, rate, amortisation);
  const rows: ScheduleRow[] = [];
  let balance = toCents(principal);
  for (let period = 1; period <= term; period++) {
    const interest = Math.floor(balance * r + 0.5);
    const payment = period === term ? balance + interest : Math.min(usual, balance + interest);
    balance += interest - payment;
    rows.push({ period, payment, interest, principal: payment - interest, balance });
  }
  return rows;
}

/** The balance in dollars of a P+I loan after a number of payments. */
export function balanceAfter(
  principal: number,
  rate: number,
  payments: number,
  amortisation = AMORTISATION_MONTHS,
): number {
  const r = monthlyRate(rate);
  const usual = blendedCents(principal, rate, amortisation);
  let balance = toCents(principal);
  const last = Math.min(payments, amortisation);
  for (let period = 1; period <= last; period++) {
    const interest = Math.floor(balance * r + 0.5);
    balance = period === amortisation ? 0 : Math.max(0, balance + interest - usual);
  }
  return fromCents(balance);
}

/**
 * Interest in dollars, not rounded, for `days` on a balance in dollars: simple by days / 365, but for P+I compounded as
 * the contract is, (1 + rate/2)^(days x 2/365) - 1 (lending rules 10).
 */
export function daysInterest(balance: number, rate: number, structure: Structure, days: number): number {
  if (structure !== "P+I") return (balance * rate * days) / YEAR_DAYS;
  return balance * Math.expm1((Math.log1p(rate / 2) * days * 2) / YEAR_DAYS);
}

/**
 * What the next day adds to the interest of `days`, in dollars, not rounded: the same each day, but for P+I, which
 * compounds, a little more.
 */
export function nextDayInterest(balance: number, rate: number, structure: Structure, days: number): number {
  const ofDays = (n: number) => daysInterest(balance, rate, structure, n);
  return structure === "P+I" ? ofDays(days + 1) - ofDays(days) : ofDays(1);
}

/** The interest of `days` in cents, half up once. */
export const daysInterestCents = (balance: number, rate: number, structure: Structure, days: number): number =>
  toCents(daysInterest(balance, rate, structure, days));

/** Interest in cents for whole months on a balance in dollars: so many times a month's, half up once. */
export function monthsInterestCents(balance: number, rate: number, structure: Structure, months: number): number {
  return toCents(balance * months * (structure === "P+I" ? monthlyRate(rate) : rate / 12));
}

/** Interest in cents for one day on a balance in dollars: balance x rate / 365, half up (lending rules 3). */
export function perDiemCents(balance: number, rate: number): number {
  return toCents((balance * rate) / YEAR_DAYS);
}
