import { addMonths } from "../dates.ts";
import { apr, CRIMINAL_RATE, dealRefusal, type LoanTerms } from "../lending/apr.ts";
import { ceilingOf } from "../lending/ceiling.ts";
import { contractSchedule } from "../lending/contract.ts";
import { adjustmentDate, adjustmentDays } from "../lending/payment_days.ts";
import { AMORTISATION_MONTHS, balanceAfter, type Structure } from "../lending/payments.ts";
import { isAdjustment, loanSchedule, maturityOf, type ScheduleTerms } from "../lending/schedule.ts";
import { structureOf, termMonths } from "../loans/deal_options.ts";
import { fromCents, roundCents } from "../money.ts";
import { inSentence } from "../sentence.ts";
import { type LetterFacts, restatedPaymentDay, scheduleTerms } from "./facts.ts";
import { type LetterTerms, NO_TERMS } from "./terms.ts";

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
  /** Interest from the first day to the adjustment date, on which it is paid; null where there is none. */
  adjustment: { date: string; days: number; interest: number } | null;
  maturity: string;
  interest: number | null;
  costOfBorrowing: number | null;
  /** Total paid over the term: principal, interest and fees. */
  totalPaid: number | null;
  apr: number | null;
  /** The highest APR, a fraction; null where the law sets none. */
  ceiling: number | null;
  /** Why these terms are refused where the APR exceeds the criminal rate, else null. */
  refusal: string | null;
}

/** What the borrower pays to the lender's own lawyer, by name. */
export const LAWYER_FEE = "Lender's lawyer";

/** The figures of terms: `deductions` are fees, in dollars, which come off the advance where `cost` says so. */
export function priced(
  schedule: ScheduleTerms | null,
  cost: LoanTerms,
  deductions: LetterFigures["deductions"],
  principal: number,
): LetterFigures {
  const fees = deductions.reduce((sum, { amount }) => sum + amount, 0);
  const days = schedule ? adjustmentDays(schedule) : 0;
  const terms: LoanTerms = { ...cost, fees, adjustmentDays: days };
  const rows = schedule && loanSchedule(schedule);
  const adjusted = rows?.rows.find(isAdjustment);
  const first = rows?.rows.find((row) => !isAdjustment(row));
  const interest = rows && fromCents(rows.interest);
  return {
    principal,
    deductions,
    netAdvance: principal - fees,
    fees,
    schedule,
    payment: first ? schedule?.structure === "Bridge" ? 0 : fromCents(first.payment) : null,
    firstPayment: first?.due ?? "",
    adjustment: adjusted ? { date: adjusted.due, days, interest: fromCents(adjusted.interest) } : null,
    maturity: schedule ? maturityOf(schedule) : "",
    interest,
    costOfBorrowing: interest === null ? null : interest + fees,
    totalPaid: rows && fromCents(rows.payments) + (cost.deducted ? 0 : fees),
    apr: schedule && principal > 0 ? apr(terms) : null,
    ceiling: cost.ceiling === undefined ? CRIMINAL_RATE : cost.ceiling,
    refusal: schedule && principal > 0 ? dealRefusal(terms) : null,
  };
}

/**
 * The commitment's figures. Net advance: principal less lender's fee, broker's fee, retainer, other costs and its
 * lawyer; all of these count in the APR (lending rules 8).
 */
export function commitmentFigures(facts: LetterFacts, terms: LetterTerms): LetterFigures {
  const deductions = [
    { label: "Lender fee", amount: facts.lenderFee ?? 0 },
    { label: "Broker fee", amount: facts.brokerFee ?? 0 },
    { label: "Non-refundable retainer", amount: terms.retainer ?? 0 },
    { label: "Other costs of the lender", amount: terms.otherFees ?? 0 },
    { label: LAWYER_FEE, amount: terms.lawyerFee ?? 0 },
  ].filter((one) => one.amount > 0);
  const figures = priced(scheduleTerms(facts, terms), facts.cost, deductions, facts.amount);
  return { ...figures, refusal: figures.refusal ?? movedRefusal(figures, facts.cost) };
}

/**
 * Why the terms are refused with the advance on its payment day: the fees then weigh on a shorter time. Funding moves
 * the day and not the fees (lending rules 8).
 */
function movedRefusal({ schedule, principal, fees }: LetterFigures, cost: LoanTerms): string | null {
  if (!schedule || principal <= 0) return null;
  const refusal = dealRefusal({ ...cost, fees });
  return refusal && `If the advance moves to its payment day: ${inSentence(refusal)}`;
}

/** The terms that a renewal continues: the contract's, or the form's for a loan without one. */
function renewedTerms(facts: LetterFacts, terms: LetterTerms): ScheduleTerms | null {
  const contract = terms.amends && facts.renewed ? facts.renewed : facts.contract;
  return contract ? contractSchedule(contract) : scheduleTerms(facts, NO_TERMS);
}

/**
 * The balance at the end of the present term in dollars, once its payments are made: the ledger's, or as scheduled for
 * a loan without one; null without terms.
 */
export function balanceAtMaturity(facts: LetterFacts, letter: LetterTerms): number | null {
  const terms = renewedTerms(facts, letter);
  if (!terms) return null;
  const left = facts.ledger?.left[maturityOf(terms)];
  if (left !== undefined) return left;
  return terms.structure === "P+I"
    ? balanceAfter(terms.principal, terms.rate, terms.months, terms.amortisation)
    : terms.principal;
}

/** The structure of a renewal: as chosen, else the present one; a bridge renews as interest only. */
export function renewalStructure(facts: LetterFacts, terms: LetterTerms): Structure | null {
  const present = renewedTerms(facts, terms)?.structure ?? facts.structure;
  return structureOf(terms.structure) ?? (present === "Bridge" ? "Interest Only" : present);
}

/** Months that are left of the amortisation at the old maturity; the whole of it where nothing was repaid. */
export function remainingAmortisation(facts: LetterFacts, terms: LetterTerms): number {
  const present = renewedTerms(facts, terms);
  if (present?.structure !== "P+I") return AMORTISATION_MONTHS;
  return Math.max(termMonths(terms.term) ?? 1, (present.amortisation ?? AMORTISATION_MONTHS) - present.months);
}

/** The renewal's figures: a new term on the balance from the present maturity; the fee is paid in cash. */
export function renewalFigures(facts: LetterFacts, terms: LetterTerms): LetterFigures {
  const balance = terms.balance ?? balanceAtMaturity(facts, terms) ?? 0;
  const principal = balance > 0 ? roundCents(balance + (terms.unpaidInterest ?? 0)) : 0;
  const months = termMonths(terms.term);
  const from = renewsOn(facts, terms);
  const structure = renewalStructure(facts, terms);
  const amortisation = structure === "P+I" ? { amortisation: remainingAmortisation(facts, terms) } : {};
  const schedule = terms.rate === null || months === null || structure === null || principal <= 0 ? null : {
    principal,
    rate: terms.rate,
    months,
    structure,
    from,
    paymentDay: restatedPaymentDay("renewal", facts, terms) ?? terms.paymentDay ?? facts.paymentDay,
    ...amortisation,
  };
  const cost: LoanTerms = {
    principal,
    rate: terms.rate ?? 0,
    months: months ?? 0,
    fees: 0,
    deducted: false,
    structure: structure ?? "Interest Only",
    ceiling: ceilingOf(principal, facts.commercial),
    ...amortisation,
  };
  const deductions = terms.fee ? [{ label: "Renewal fee", amount: terms.fee }] : [];
  return priced(schedule, cost, deductions, principal);
}

/** The first day of a renewal: the maturity of the contract that it renews; empty where unknown. */
export function renewsOn(facts: LetterFacts, terms: LetterTerms): string {
  const present = renewedTerms(facts, terms);
  if (present) return maturityOf(present);
  const { fundsOn: from, months, paymentDay, structure } = facts;
  if (!from || !months) return "";
  return addMonths(adjustmentDate({ structure: structure ?? "Interest Only", from, months, paymentDay }), months);
}
