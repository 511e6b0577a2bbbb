import { money } from "../money.ts";

/** A slider of the quote tool (accounts specification 9). */
export interface QuoteSlider {
  min: number;
  max: number;
  step: number;
  start: number;
}

/**
 * Ranges, steps and defaults of the quote tool (accounts specification 9). Default step 1, default value the minimum.
 */
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
 * Maximum typed values beyond the slider, for what a borrower owes, earns or has ahead of us. Loan, value, term and
 * credit score keep to the slider.
 */
export const TYPED_MAX: Readonly<Partial<Record<SliderName, number>>> = {
  existingFirstMtgAmt: 10_000_000,
  existingFirstMtg: 100_000,
  householdIncome: 10_000_000,
  yearsOfEmployment: 80,
};

/** The highest value that may be typed for a slider. */
export const typedMax = (name: SliderName): number => TYPED_MAX[name] ?? QUOTE_SLIDERS[name].max;

const DOLLARS: readonly SliderName[] = [
  "loanAmount",
  "valueOfResidence",
  "existingFirstMtg",
  "existingFirstMtgAmt",
  "householdIncome",
];

/** True for sliders in dollars. */
export const inDollars = (name: SliderName): boolean => DOLLARS.includes(name);

/** The allowed range as a sentence: `From $25,000 to $1,000,000.` */
export function rangeSentence(name: SliderName): string {
  const text = inDollars(name) ? money : String;
  return `From ${text(QUOTE_SLIDERS[name].min)} to ${text(typedMax(name))}.`;
}

/** A loan by LTV is rounded down to this many dollars; from a value of $100,000 the LTV is unaffected. */
const LOAN_ROUNDING = 1000;

/**
 * The loan in whole dollars for `ltv` percent of `value` with `prior` charges, within the loan slider's range (so its
 * LTV may differ).
 */
export function loanAtLtv(ltv: number, prior: number, value: number): number {
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  const loan = Math.floor(((value * ltv) / 100 - prior) / LOAN_ROUNDING) * LOAN_ROUNDING;
  return Math.min(max, Math.max(min, loan));
}
