import { addDays, addMonths } from "../dates.ts";
import { toCents } from "../money.ts";
import { AMORTISATION_MONTHS, amortise, interestOnlyCents, type ScheduleRow, type Structure } from "./payments.ts";

/** What a schedule is made from: a loan whose terms are settled. */
export interface ScheduleTerms {
  /** Dollars. */
  principal: number;
  /** Yearly, a fraction. */
  rate: number;
  months: number;
  structure: Structure;
  amortisation?: number;
  /** The day on which the loan is advanced, YYYY-MM-DD; empty where it is not known yet. */
  from: string;
  /** Days and all-in price (dollars) of a bridge. */
  bridge?: { days: number; price: number };
}

export interface DatedRow extends ScheduleRow {
  /** YYYY-MM-DD; empty where the day of the advance is not known. */
  due: string;
}

/** A schedule in integer cents with its sums. */
export interface LoanSchedule {
  rows: DatedRow[];
  payments: number;
  interest: number;
  principal: number;
}

/** An interest-only loan: the same interest each month, and the principal with the last one. */
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

/** The last day of the term: so many months, or a bridge's days, after the advance. Empty without an advance. */
export function maturityOf(terms: ScheduleTerms): string {
  if (!terms.from) return "";
  return terms.structure === "Bridge" && terms.bridge
    ? addDays(terms.from, terms.bridge.days)
    : addMonths(terms.from, terms.months);
}

/**
 * Every payment of a loan over its term, in integer cents (lending rules, sections 1 and 3): interest only, P+I with the
 * balance cleared by the last payment, or a bridge's single payment. Payments fall on the advance's day of the month.
 */
export function loanSchedule(terms: ScheduleTerms): LoanSchedule {
  const rows = terms.structure === "Bridge" && terms.bridge
    ? [bridgeRow(terms, terms.bridge.price)]
    : terms.structure === "P+I"
    ? amortise(terms.principal, terms.rate, terms.amortisation ?? AMORTISATION_MONTHS, terms.months)
    : interestOnlyRows(terms);
  const maturity = maturityOf(terms);
  const dated = rows.map((row) => ({
    ...row,
    due: row.period === rows.length ? maturity : terms.from && addMonths(terms.from, row.period),
  }));
  const sum = (name: "payment" | "interest" | "principal") => rows.reduce((total, row) => total + row[name], 0);
  return { rows: dated, payments: sum("payment"), interest: sum("interest"), principal: sum("principal") };
}
