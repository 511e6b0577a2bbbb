import { bridgeCap } from "./ceiling.ts";
import { fromCents, halfUp, money } from "../money.ts";
import { largestFees, rateRefusal } from "./apr.ts";
import { bandOf, type Likelihood, likelihoodOf } from "./colours.ts";
import { isElsewhere, postalProblem, unreadPostal } from "./postal_lookup.ts";
import { minLoanRefusal } from "./min_loan.ts";
import { areaSentence, checkLimit, lowerTermsNear, termsAt } from "./lending_areas.ts";
import {
  type Charges,
  exceedsMaxLtv,
  ltvPercent,
  maxLtvMessage,
  rankNotice,
  type Standing,
  standingOf,
} from "./ltv.ts";
import { fittingLoan } from "./fitting_loan.ts";
import { QUOTE_SLIDERS, WITH_FIRST } from "./quote_sliders.ts";
import { finalScoreOf } from "./scoring.ts";
import type { LendingSettings } from "./settings.ts";
import { priceApplication, type UnderwritingInput } from "./underwrite.ts";

export { QUOTE_SLIDERS, type QuoteSlider } from "./quote_sliders.ts";
export type QuoteType = "first" | "second" | "bridge";

/** The quote tool's inputs (accounts specification 3). Whole dollars; income yearly, mortgage payment monthly. */
export interface QuoteInput {
  type: QuoteType;
  valueOfResidence: number;
  loanAmount: number;
  creditScore: number;
  /** Days. */
  bridgeTerm: number;
  existingFirstMtg: number;
  existingFirstMtgAmt: number;
  householdIncome: number;
  yearsOfEmployment: number;
  /** The property's, where it is given: its area's limit holds (docs/decisions/lending-areas.md). */
  postal?: string;
}

/** What holds where the property is. */
export interface QuoteArea {
  sentence: string;
  /** Whole percent; 0 where nothing is lent. */
  limit: number;
  /** Red where the quoted loan would be refused, yellow where less is lent than elsewhere. */
  band?: "yellow" | "red";
  /** The postal code is none that we know: the sentence is of the code, not of an area. */
  unread?: true;
}

/** The quote's result (accounts specification 3) with the LTV as the server computes it. */
export interface QuoteResult {
  type: QuoteType;
  /** Whole percent; null without a value. */
  ltv: number | null;
  score: number;
  scoreMessage: Likelihood;
  /** Yearly, a fraction. */
  rate: number;
  /** Dollars; 0 for a bridge. */
  monthlyPayment: number;
  /** All-in price of a bridge in whole dollars, else null. */
  bridgePricing: number | null;
  /**
   * What the ceiling leaves for a bridge's price and fees together, less once fees come off the advance; for another
   * loan, for the fees of a year that come off it. Whole dollars.
   */
  ceiling: number;
  /** Where a postal code was given. */
  area?: QuoteArea;
  /** That and why an application with these figures would be refused, and what would fit; absent where it would not. */
  refusal?: string;
  /** A loan in whole dollars that the limit would allow instead; absent where none fits. */
  fits?: number;
  /** Where an existing first stays that the LTV does not count. */
  rankNotice?: string;
  /** The LTV with that first, whole percent. */
  ltvWithFirst?: number;
}

/** A quote, or a sentence why there is none. */
export type QuoteOrRefusal = { result: QuoteResult; refusal: null } | { result: null; refusal: string };

const chargesOf = (input: QuoteInput): Charges => ({ firstMortgage: input.existingFirstMtgAmt, secondMortgage: 0 });

/** The rank that a quote is priced by: only a second counts the existing first (accounts specification 5). */
function quotedStanding({ type, loanAmount, existingFirstMtgAmt }: QuoteInput): Standing {
  const counted = type === "second" ? existingFirstMtgAmt : 0;
  return standingOf(type, loanAmount, { firstMortgage: counted, secondMortgage: 0 });
}

/** The application behind a quote: its inputs and the quote assumptions (lending rules 7). */
export function quoteApplication(input: QuoteInput, settings: LendingSettings): UnderwritingInput {
  const assumed = settings.justQuote;
  return {
    firstOrSecond: input.type,
    newLoanAmount: input.loanAmount,
    appraisedValue: input.valueOfResidence,
    homePurPrice: 0,
    ...chargesOf(input),
    mortgageMonthlyPayment: input.existingFirstMtg,
    secondMortgageMonthlyPayment: 0,
    primaryIncome: input.householdIncome,
    secondaryIncome: 0,
    otherIncome: 0,
    yoe: input.yearsOfEmployment,
    sector: assumed.sector,
    creditScore: input.creditScore,
    debtInArrears: 0,
    judgeExec: 0,
    incomeTaxInArrears: 0,
    litigiousness: assumed.litigiousness,
    total_other_credits: 0,
    otherDebtRepaid: 0,
    odsOverride: null,
    propertyTax: halfUp(assumed.propertyTaxRate * input.valueOfResidence),
    utilities: assumed.utilities,
    region: assumed.region,
    useOfProceeds: assumed.useOfProceeds,
    otherPropertiesTotal: 0,
    otherPropertiesMtgTotal: 0,
    bridgeTerm: input.bridgeTerm,
  };
}

/** What holds at the postal code for a loan of this LTV; for a code that cannot be looked up, what holds everywhere. */
function areaOfQuote(ltv: number | null, postal: string, settings: LendingSettings): QuoteArea {
  const problem = postalProblem(postal);
  if (problem !== null && isElsewhere(postal)) return { sentence: problem, limit: 0, band: "red" };
  if (problem !== null) return { sentence: unreadPostal(postal), limit: settings.maxLtv.limit, unread: true };
  const terms = termsAt({ postal }, settings);
  const { refusal } = checkLimit(ltv, { postal }, settings);
  const band = refusal !== null ? "red" : terms.limit < settings.maxLtv.limit ? "yellow" : undefined;
  const sentence = [terms, ...lowerTermsNear(postal, settings)].map((one) => `${areaSentence(one)}.`).join(" ");
  return { sentence, limit: terms.limit, ...(band && { band }) };
}

/**
 * What a quote above a limit says: that an application would be refused, why, and what would fit. `withFirst` is the
 * LTV with the first that stays, in percent, where the quoted one leaves that first out.
 */
function refusalOf(
  input: QuoteInput,
  place: QuoteArea | null,
  settings: LendingSettings,
  withFirst: number | undefined,
): Pick<QuoteResult, "refusal" | "fits"> {
  const most = settings.maxLtv.limit, least = settings.minLoan?.amount ?? 0;
  const limit = place?.limit ?? most;
  const why = place && limit < most ? place.sentence : `${maxLtvMessage(most)}.`;
  const counted = withFirst === undefined ? "" : ` ${WITH_FIRST} ${withFirst}%.`;
  const refusal = `An application would be refused. ${why}${counted}`;
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  const fits = fittingLoan(input.type, chargesOf(input), input.valueOfResidence, limit, max);
  const smallest = Math.max(min, least);
  if (limit === 0) return { refusal };
  if (fits === null || fits < smallest) {
    return { refusal: `${refusal} No loan of ${money(smallest)} or more fits these figures.` };
  }
  return { refusal: `${refusal} A loan of ${money(fits)} would fit.`, fits };
}

/** Prices a quote (lending rules 7); refused with a sentence where the rate exceeds the criminal rate. */
export function quote(input: QuoteInput, settings: LendingSettings): QuoteOrRefusal {
  const { assumedTax, rateAdjustment } = settings.justQuote;
  const standing = quotedStanding(input), options = { assumedTax, standing };
  const priced = priceApplication(quoteApplication(input, settings), settings, options, 0, rateAdjustment);
  const refusal = minLoanRefusal(input.loanAmount, settings.minLoan?.amount ?? 0) ??
    rateRefusal(priced.rate, "This loan would cost");
  if (refusal !== null) return { result: null, refusal };
  const score = finalScoreOf(priced.parts);
  // The LTV shown is the specification's; what stays counts for what can be lent.
  const actual = input.type === "second" ? standing : standingOf(input.type, input.loanAmount, chargesOf(input));
  const ltv = ltvPercent(input.loanAmount, actual.prior, input.valueOfResidence);
  const withFirst = ltv === null || ltv === priced.ltv ? undefined : ltv;
  const notice = rankNotice(input.type, actual);
  const place = input.postal ? areaOfQuote(ltv, input.postal, settings) : null;
  const refused = place && !place.unread ? place.band === "red" : exceedsMaxLtv(ltv, settings.maxLtv.limit);
  return {
    refusal: null,
    result: {
      type: input.type,
      ltv: priced.ltv,
      score,
      scoreMessage: refused ? "Unlikely" : likelihoodOf(bandOf(score, settings.globalScore)),
      rate: priced.rate,
      monthlyPayment: fromCents(priced.paymentCents),
      bridgePricing: priced.bridgePricing,
      ceiling: input.type === "bridge"
        ? bridgeCap(input.loanAmount, input.bridgeTerm)
        : largestFees({ principal: input.loanAmount, rate: priced.rate, months: 12, fees: 0, deducted: true }),
      ...(place && { area: place }),
      ...(refused && refusalOf(input, place, settings, withFirst)),
      ...(notice !== null && { rankNotice: `${notice}.` }),
      ...(withFirst !== undefined && { ltvWithFirst: withFirst }),
    },
  };
}
