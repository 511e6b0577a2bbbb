import { addDays, addMonths } from "../dates.ts";
import { toCents } from "../money.ts";
import { adjustmentDate, adjustmentDays, paymentDays } from "./payment_days.ts";
import {
  AMORTISATION_MONTHS,
  amortise,
  daysInterestCents,
  interestOnlyCents,
  type ScheduleRow,
  type Structure,
} from "./payments.ts";

/** The terms of a repayment schedule. */
export interface ScheduleTerms {
  /** Dollars. */
  principal: number;
  /** Yearly rate as a fraction. */
  rate: number;
  months: number;
  structure: Structure;
  amortisation?: number;
  /** The day of the advance, YYYY-MM-DD; empty where unknown. */
  from: string;
  /** The day of the month on which payments fall, 1 to 28; 0 or none: that of the advance. */
  paymentDay?: number;
  /** A bridge's days and all-in price in dollars. */
  bridge?: { days: number; price: number };
}

export interface DatedRow extends ScheduleRow {
  /** YYYY-MM-DD; empty where the day of the advance is unknown. */
  due: string;
}

/** A schedule in integer cents, with totals. */
export interface LoanSchedule {
  /** By day; interest to the adjustment date, where there is any, is row 0 (`isAdjustment`). */
  rows: DatedRow[];
  payments: number;
  interest: number;
  principal: number;
}

/** An interest-only loan: equal monthly interest, principal with the last payment. */
function interestOnlyRows({ principal, rate, months }: ScheduleTerms): ScheduleRow[] {
  const owed = toCents(principal);
  const interest = interestOnlyCents(principal, rate);
  return Array.from({ length: months }, (_, i) => {
    const last = i + 1 === months;
    return {
      period: i + 1,
      payment: interest + (last ? owed : 0),
      interest,
      principal: last ? owed : 0,
      balance: last ? 0 : owed,
    };
  });
}

function bridgeRow({ principal }: ScheduleTerms, price: number): ScheduleRow {
  const owed = toCents(principal), cost = toCents(price);
  return { period: 1, payment: owed + cost, interest: cost, principal: owed, balance: 0 };
}

/** True for the row with the interest from the advance to the adjustment date. */
export const isAdjustment = ({ period }: ScheduleRow): boolean => period === 0;

/** What the first of a term's monthly payments is called: where it is the only one, the balance is paid with it. */
export const paymentLabel = (terms: ScheduleTerms | null): string =>
  terms?.months === 1 && terms.structure !== "Bridge" ? "Last payment, with the balance" : "Monthly payment";

/** Interest from the advance to the adjustment date, due on that; none where these are one day. */
function adjustmentRows(terms: ScheduleTerms): ScheduleRow[] {
  const days = adjustmentDays(terms);
  if (days === 0) return [];
  const interest = daysInterestCents(terms.principal, terms.rate, terms.structure, days);
  return [{ period: 0, payment: interest, interest, principal: 0, balance: toCents(terms.principal) }];
}

/**
 * The last day of the term: months after the adjustment date, or a bridge's days after the advance. Empty without an
 * advance.
 */
export function maturityOf(terms: ScheduleTerms): string {
  if (!terms.from) return "";
  return terms.structure === "Bridge" && terms.bridge
    ? addDays(terms.from, terms.bridge.days)
    : addMonths(adjustmentDate(terms), terms.months);
}

/**
 * Every payment over the term, in integer cents (lending rules 10): interest only, P+I with a last
 * payment that clears the balance, or a bridge's single payment. Payments fall on the set day of the month, after a row
 * with the interest up to the first of these, or on the advance's.
 */
export function loanSchedule(terms: ScheduleTerms): LoanSchedule {
  const rows = terms.structure === "Bridge" && terms.bridge
    ? [bridgeRow(terms, terms.bridge.price)]
    : terms.structure === "P+I"
    ? amortise(terms.principal, terms.rate, terms.amortisation ?? AMORTISATION_MONTHS, terms.months)
    : interestOnlyRows(terms);
  const days = terms.structure === "Bridge" ? [maturityOf(terms)] : paymentDays(terms);
  const dated = [
    ...adjustmentRows(terms).map((row) => ({ ...row, due: adjustmentDate(terms) })),
    ...rows.map((row, i) => ({ ...row, due: days[i] })),
  ];
  const sum = (name: "payment" | "interest" | "principal") => dated.reduce((total, row) => total + row[name], 0);
  return { rows: dated, payments: sum("payment"), interest: sum("interest"), principal: sum("principal") };
}
