/**
 * The days on which a loan's payments fall: on a set day of the month, or on that of its first day (lending rules 10).
 */
import { addMonths, wholeDays } from "../dates.ts";
import type { Structure } from "./payments.ts";

/** The last day that every month has, and so the last on which payments may be set. */
export const LAST_PAYMENT_DAY = 28;
/** Payments fall on the day of the month of the advance. */
export const ADVANCE_DAY = 0;

/** What the days of payments follow from. */
export interface PaymentDays {
  structure: Structure;
  /** The first day, YYYY-MM-DD; empty where unknown. */
  from: string;
  /** Months of the term; a bridge has none. */
  months: number;
  /** 1 to 28; 0 or none: the day of the month of the first day. */
  paymentDay?: number;
}

/**
 * The day from which whole months count, YYYY-MM-DD: the first set day that is not before the first day, or the first
 * day itself. Empty without a first day. The first payment falls a month after it, maturity the term after it.
 */
export function adjustmentDate({ structure, from, paymentDay = ADVANCE_DAY }: PaymentDays): string {
  if (!from || structure === "Bridge" || paymentDay === ADVANCE_DAY) return from;
  const sameMonth = `${from.slice(0, 8)}${String(paymentDay).padStart(2, "0")}`;
  return sameMonth >= from ? sameMonth : addMonths(sameMonth, 1);
}

/** Days from the first day to the adjustment date, 0 where these are one: their interest is collected on the latter. */
export const adjustmentDays = (terms: PaymentDays): number =>
  terms.from ? wholeDays(terms.from, adjustmentDate(terms)) : 0;

/**
 * The days of the monthly payments, the last of them the maturity; empty days without a first one. Not for a bridge.
 */
export function paymentDays(terms: PaymentDays): string[] {
  const from = adjustmentDate(terms);
  return Array.from({ length: terms.months }, (_, i) => from && addMonths(from, i + 1));
}

/** The day from which a contract's whole months count: its adjustment date, or its first day. */
export const monthsFrom = (contract: { adjustmentDate: string; effectiveDate: string }): string =>
  contract.adjustmentDate || contract.effectiveDate;

/** `the 1st`, `the day of the advance`. */
export function paymentDayText(day: number): string {
  if (day === ADVANCE_DAY) return "the day of the advance";
  const ending = day % 10 > 3 || (day > 10 && day < 20) ? "th" : ["th", "st", "nd", "rd"][day % 10];
  return `the ${day}${ending}`;
}
