import { money } from "../money.ts";

/** A slider of the quote tool (spec 000, section 9). */
export interface QuoteSlider {
  min: number;
  max: number;
  step: number;
  start: number;
}

/** Ranges, steps and defaults of the quote tool (spec 000, section 9); unlisted steps are 1, unlisted defaults the minimum. */
export const QUOTE_SLIDERS = {
  loanAmount: { min: 25_000, max: 1_000_000, step: 25_000, start: 100_000 },
  valueOfResidence: { min: 250_000, max: 3_000_000, step: 25_000, start: 500_000 },
  ltv: { min: 0, max: 85, step: 1, start: 20 },
  bridgeTerm: { min: 30, max: 120, step: 1, start: 60 },
  existingFirstMtgAmt: { min: 0, max: 1_000_000, step: 10_000, start: 0 },
  existingFirstMtg: { min: 0, max: 7_500, step: 250, start: 0 },
  creditScore: { min: 400, max: 850, step: 1, start: 400 },
  householdIncome: { min: 0, max: 250_000, step: 5_000, start: 0 },
  yearsOfEmployment: { min: 0, max: 12, step: 1, start: 0 },
} as const satisfies Record<string, QuoteSlider>;

export type SliderName = keyof typeof QUOTE_SLIDERS;

/**
 * How far a typed figure may go past its slider's end: what a borrower owes, earns or has behind them does not stop
 * there. What we lend on (loan, value, term, credit score) keeps to the slider.
 */
export const TYPED_MAX: Readonly<Partial<Record<SliderName, number>>> = {
  existingFirstMtgAmt: 10_000_000,
  existingFirstMtg: 100_000,
  householdIncome: 10_000_000,
  yearsOfEmployment: 80,
};

/** The highest figure that may be typed for a slider. */
export const typedMax = (name: SliderName): number => TYPED_MAX[name] ?? QUOTE_SLIDERS[name].max;

const DOLLARS: readonly SliderName[] = [
  "loanAmount",
  "valueOfResidence",
  "existingFirstMtg",
  "existingFirstMtgAmt",
  "householdIncome",
];

/** Whether a slider counts dollars. */
export const inDollars = (name: SliderName): boolean => DOLLARS.includes(name);

/** What a figure must be: `From $25,000 to $1,000,000.` */
export function rangeSentence(name: SliderName): string {
  const text = inDollars(name) ? money : String;
  return `From ${text(QUOTE_SLIDERS[name].min)} to ${text(typedMax(name))}.`;
}

/** The loan of a chosen LTV is rounded down to this many dollars; from a value of 100,000 the LTV still comes out. */
const LOAN_ROUNDING = 1000;

/**
 * The loan, in whole dollars, that makes `ltv` percent of `value` with `prior` charges ahead of it; within the loan
 * slider's range, so the LTV that follows from it may be another one.
 */
export function loanAtLtv(ltv: number, prior: number, value: number): number {
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  const loan = Math.floor(((value * ltv) / 100 - prior) / LOAN_ROUNDING) * LOAN_ROUNDING;
  return Math.min(max, Math.max(min, loan));
}
