import { daysText } from "../dates.ts";
import { halfUp, money, percent } from "../money.ts";
import { CRIMINAL_RATE } from "./ceiling.ts";
import type { LendingSettings } from "./settings.ts";
import { AMORTISATION_MONTHS, amortise, type Structure, YEAR_DAYS } from "./payments.ts";

export { CRIMINAL_RATE };

/** The terms of a loan for its cost of borrowing. */
export interface LoanTerms {
  /** Dollars. */
  principal: number;
  /** Yearly rate as a fraction. */
  rate: number;
  /** Term in months. */
  months: number;
  /** Days before these, from the advance to the adjustment date. */
  adjustmentDays?: number;
  /** Lender's and broker's fees, in dollars. */
  fees: number;
  /** True where fees are deducted from the advance; false where the borrower pays them in cash. */
  deducted: boolean;
  /** Interest only unless P+I; a bridge's price is given as `bridgePrice`. */
  structure?: Structure;
  amortisation?: number;
  /** All-in price of a bridge in dollars, instead of interest. */
  bridgePrice?: number;
  /** Days of a bridge; computed from the months by default. */
  bridgeDays?: number;
  /** The highest APR, a fraction; null for none. That of the Criminal Code by default. */
  ceiling?: number | null;
}

/**
 * Interest over the term in dollars, and the average principal outstanding before each payment, by the length of its
 * period. Interest counts at the annual rate whatever the compounding, so that an APR without fees is the rate
 * (Interest Act, s. 6; lending rules 8).
 */
function interestAndPrincipal(terms: LoanTerms): { interest: number; average: number; years: number } {
  const { principal, rate, months } = terms;
  const before = (terms.adjustmentDays ?? 0) / YEAR_DAYS;
  const years = months / 12 + before;
  if (terms.structure === "Bridge") {
    const time = terms.bridgeDays === undefined ? years : terms.bridgeDays / YEAR_DAYS;
    return { interest: terms.bridgePrice ?? principal * rate * time, average: principal, years: time };
  }
  if (terms.structure !== "P+I") return { interest: principal * rate * years, average: principal, years };
  let outstanding = 0;
  for (const row of amortise(principal, rate, terms.amortisation ?? AMORTISATION_MONTHS, months)) {
    outstanding += row.balance + row.principal;
  }
  const monthly = outstanding / months / 100;
  const average = monthly + (principal - monthly) * (before / years);
  return { interest: average * rate * years, average, years };
}

function exactApr(terms: LoanTerms): number {
  const { interest, average, years } = interestAndPrincipal(terms);
  const advanced = terms.deducted ? average - terms.fees : average;
  const cost = interest + terms.fees;
  if (years <= 0 || advanced <= 0) return cost > 0 ? Infinity : 0;
  return cost / (years * advanced);
}

/** APR = C / (T x P) as a fraction with 6 decimals (O. Reg. 191/08; lending rules 8). */
export function apr(terms: LoanTerms): number {
  const exact = exactApr(terms);
  return Number.isFinite(exact) ? halfUp(exact, 1e6) : exact;
}

/** An APR as a percentage. Without one, or where the fees are as large as the loan, it cannot be stated. */
export const aprText = (rate: number | null): string =>
  rate !== null && Number.isFinite(rate) ? percent(rate) : "cannot be stated";

/** A percentage with enough decimals (at least 2) to differ from the ceiling. */
function percentOverCeiling(rate: number, ceiling: number): string {
  for (let digits = 2; digits < 8; digits++) {
    const text = percent(rate, digits);
    if (text !== percent(ceiling, digits)) return text;
  }
  return percent(rate, 8);
}

/** Why a rate above the ceiling is refused, else null; exactly the ceiling is allowed. An infinite one never is. */
export function rateRefusal(
  rate: number,
  what = "These terms cost",
  ceiling: number | null = CRIMINAL_RATE,
): string | null {
  if (!Number.isFinite(rate)) {
    if (ceiling === null) return "The fees are as large as the loan, so nothing would be lent. Lower the fees.";
    return `The fees are as large as the loan, so its cost passes the legal ceiling of ${percent(ceiling, 0)} a year.`;
  }
  if (ceiling === null || rate <= ceiling + 1e-12) return null;
  const most = percent(ceiling, 0);
  return `${what} ${percentOverCeiling(rate, ceiling)} a year, fees included; the legal ceiling is ${most}.`;
}

/**
 * The largest fees in whole dollars with which the terms keep to the ceiling; below 0 where interest alone exceeds it,
 * Infinity without a ceiling.
 */
export function largestFees(terms: LoanTerms): number {
  const ceiling = terms.ceiling === undefined ? CRIMINAL_RATE : terms.ceiling ?? Infinity;
  if (ceiling === Infinity) return Infinity;
  const { interest, average, years } = interestAndPrincipal(terms);
  const left = ceiling * years * average - interest;
  return Math.floor((terms.deducted ? left / (1 + ceiling * years) : left) + 1e-6);
}

/** What the ceiling leaves for fees: `At $25,000 for 12 months the ceiling leaves $4,629 for fees.` */
function feesLeftText(terms: LoanTerms): string {
  const length = terms.structure === "Bridge" && terms.bridgeDays !== undefined
    ? daysText(terms.bridgeDays)
    : terms.months === 1
    ? "1 month"
    : `${terms.months} months`;
  const left = largestFees(terms);
  const deal = `At ${money(terms.principal)} for ${length}`;
  return left < 0
    ? `${deal} the rate alone passes the ceiling.`
    : `${deal} the ceiling leaves ${money(left)} for fees.`;
}

/**
 * Why deal terms with an APR above the ceiling are refused, and what it leaves for fees; else null (lending rules 8).
 */
export function dealRefusal(terms: LoanTerms): string | null {
  const refusal = rateRefusal(exactApr(terms), undefined, terms.ceiling);
  return refusal && (terms.ceiling === null ? refusal : `${refusal} ${feesLeftText(terms)}`);
}

/** Why pricing settings above the ceiling before any fee are refused, else null (lending rules 8). */
export function settingsRefusal(settings: LendingSettings): string | null {
  const added = Math.max(0, settings.justQuote.rateAdjustment);
  for (const row of settings.pricing.loanPricing) {
    const first = rateRefusal(row.firstMtgPrice + added, `A first mortgage from score ${row.value} would cost`);
    if (first) return first;
    const second = rateRefusal(row.secondMtgPrice + added, `A second mortgage from score ${row.value} would cost`);
    if (second) return second;
  }
  for (const row of settings.pricing.bridgePricing) {
    const bridge = rateRefusal(
      halfUp(row.perDay * YEAR_DAYS, 1e8) + added,
      `A bridge from an LTV of ${row.ltv}% would cost`,
    );
    if (bridge) return bridge;
  }
  return null;
}
