import { money } from "../money.ts";

/** Said where no loan type is chosen (accounts specification 8). */
export const TYPE_REQUIRED = "Please select a loan type";

/** Before the LTV of a quote with an existing first that the shown LTV leaves out. */
export const WITH_FIRST = "With the first that stays, the LTV is";

/** A slider of the quote tool (accounts specification 9). */
export interface QuoteSlider {
  min: number;
  max: number;
  step: number;
  start: number;
  /** Where the upper end means "or more": what is typed above it, up to this, counts as the end. */
  acceptedMax?: number;
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
  householdIncome: { min: 0, max: 250_000, step: 5_000, start: 0, acceptedMax: 10_000_000 },
  yearsOfEmployment: { min: 0, max: 12, step: 1, start: 0, acceptedMax: 80 },
} as const satisfies Record<string, QuoteSlider>;

export type SliderName = keyof typeof QUOTE_SLIDERS;

/** True for a number that counts as a slider's upper end. */
export function countsAsMax(name: SliderName, n: number): boolean {
  const { max, acceptedMax = max }: QuoteSlider = QUOTE_SLIDERS[name];
  return n > max && n <= acceptedMax;
}

const DOLLARS: readonly SliderName[] = [
  "loanAmount",
  "valueOfResidence",
  "existingFirstMtg",
  "existingFirstMtgAmt",
  "householdIncome",
];

/** True for sliders in dollars. */
export const inDollars = (name: SliderName): boolean => DOLLARS.includes(name);

/** The text of a slider's ends. */
export function sliderEnds(name: SliderName): [min: string, max: string] {
  const { min, max } = QUOTE_SLIDERS[name], text = inDollars(name) ? money : String;
  return [text(min), text(max)];
}

const UNITS: Readonly<Partial<Record<SliderName, string>>> = {
  ltv: "%",
  bridgeTerm: " days",
  yearsOfEmployment: " years",
};

/**
 * The allowed range as a sentence: `From $25,000 to $1,000,000.` Or what more counts as: `Counts as $250,000 or more.`
 */
export function rangeSentence(name: SliderName, more = false): string {
  const [min, max] = sliderEnds(name), unit = UNITS[name] ?? "";
  return more ? `Counts as ${max}${unit} or more.` : `From ${min} to ${max}${unit}.`;
}

/** A loan by LTV is rounded down to this many dollars; from a value of $100,000 the LTV is unaffected. */
const LOAN_ROUNDING = 1000;

/**
 * The largest loan, in thousands of dollars, whose LTV beside `prior` charges is `limit` percent at most; may be
 * negative.
 */
export const largestLoan = (limit: number, prior: number, value: number): number =>
  Math.floor(((value * limit) / 100 - prior) / LOAN_ROUNDING) * LOAN_ROUNDING;

/**
 * The loan in whole dollars for `ltv` percent of `value` with `prior` charges, within the loan slider's range (so its
 * LTV may differ).
 */
export function loanAtLtv(ltv: number, prior: number, value: number): number {
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  return Math.min(max, Math.max(min, largestLoan(ltv, prior, value)));
}
