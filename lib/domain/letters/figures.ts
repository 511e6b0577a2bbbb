import { addMonths } from "../dates.ts";
import { apr, dealRefusal, type LoanTerms } from "../lending/apr.ts";
import { balanceAfter } from "../lending/payments.ts";
import { loanSchedule, maturityOf, type ScheduleTerms } from "../lending/schedule.ts";
import { termMonths } from "../loans/deal_options.ts";
import { fromCents } from "../money.ts";
import { type LetterFacts, scheduleTerms } from "./facts.ts";
import type { LetterTerms } from "./terms.ts";

/** The figures of a letter. Dollars; rates are fractions; null where a term is missing. */
export interface LetterFigures {
  principal: number;
  /** Deductions from the advance, in the letter's order. */
  deductions: { label: string; amount: number }[];
  netAdvance: number;
  fees: number;
  schedule: ScheduleTerms | null;
  payment: number | null;
  /** The first payment and the last day of the term; empty without a day of advance. */
  firstPayment: string;
  maturity: string;
  interest: number | null;
  costOfBorrowing: number | null;
  /** Total paid over the term: principal, interest and fees. */
  totalPaid: number | null;
  apr: number | null;
  /** Why these terms are refused where the APR exceeds the criminal rate, else null. */
  refusal: string | null;
}

function priced(
  schedule: ScheduleTerms | null,
  cost: LoanTerms,
  deductions: LetterFigures["deductions"],
  principal: number,
): LetterFigures {
  const fees = deductions.reduce((sum, { amount }) => sum + amount, 0);
  const terms: LoanTerms = { ...cost, fees };
  const rows = schedule && loanSchedule(schedule);
  const interest = rows && fromCents(rows.interest);
  return {
    principal,
    deductions,
    netAdvance: principal - fees,
    fees,
    schedule,
    payment: rows && (schedule.structure === "Bridge" ? 0 : fromCents(rows.rows[0].payment)),
    firstPayment: rows?.rows[0].due ?? "",
    maturity: schedule ? maturityOf(schedule) : "",
    interest,
    costOfBorrowing: interest === null ? null : interest + fees,
    totalPaid: rows && fromCents(rows.payments) + (cost.deducted ? 0 : fees),
    apr: schedule && principal > 0 ? apr(terms) : null,
    refusal: schedule && principal > 0 ? dealRefusal(terms) : null,
  };
}

/**
 * The commitment's figures. Net advance: principal less lender's fee, broker's fee, retainer and other costs; all of
 * these count in the APR (lending rules 8).
 */
export function commitmentFigures(facts: LetterFacts, terms: LetterTerms): LetterFigures {
  const deductions = [
    { label: "Lender fee", amount: facts.lenderFee ?? 0 },
    { label: "Broker fee", amount: facts.brokerFee ?? 0 },
    { label: "Non-refundable retainer", amount: terms.retainer ?? 0 },
    { label: "Other costs of the lender", amount: terms.otherFees ?? 0 },
  ].filter((one) => one.amount > 0);
  return priced(scheduleTerms(facts), facts.cost, deductions, facts.amount);
}

/** The balance at the end of the present term in dollars; null without terms. */
export function balanceAtMaturity(facts: LetterFacts): number | null {
  const terms = scheduleTerms(facts);
  if (!terms) return null;
  return terms.structure === "P+I" ? balanceAfter(terms.principal, terms.rate, terms.months) : terms.principal;
}

/** The renewal's figures: a new term on the balance from the present maturity; the fee is paid in cash. */
export function renewalFigures(facts: LetterFacts, terms: LetterTerms): LetterFigures {
  const principal = terms.balance ?? balanceAtMaturity(facts) ?? 0;
  const months = termMonths(terms.term);
  const from = renewsOn(facts);
  const structure = facts.structure === "Bridge" ? "Interest Only" : facts.structure;
  const schedule = terms.rate === null || months === null || structure === null || principal <= 0
    ? null
    : { principal, rate: terms.rate, months, structure, from };
  const cost: LoanTerms = {
    principal,
    rate: terms.rate ?? 0,
    months: months ?? 0,
    fees: 0,
    deducted: false,
    structure: structure ?? "Interest Only",
  };
  const deductions = terms.fee ? [{ label: "Renewal fee", amount: terms.fee }] : [];
  return priced(schedule, cost, deductions, principal);
}

/** The first day of a renewal: the present maturity; empty where unknown. */
export function renewsOn(facts: LetterFacts): string {
  const terms = scheduleTerms(facts);
  if (facts.maturitySet) return facts.maturitySet;
  if (!terms) return facts.fundsOn && facts.months ? addMonths(facts.fundsOn, facts.months) : "";
  return maturityOf(terms);
}
