/** The quote tool's input (accounts specification 3, 5 and 9). */
import * as v from "valibot";
import {
  countsAsMax,
  QUOTE_SLIDERS,
  rangeSentence,
  type SliderName,
  TYPE_REQUIRED,
} from "../domain/lending/quote_sliders.ts";
import { parseNumber } from "../domain/money.ts";

/** What was entered, within its slider's range, whose end may stand for more; null outside, and for no number. */
function inRange(name: SliderName, entry: unknown): number | null {
  const { min, max } = QUOTE_SLIDERS[name], n = parseNumber(entry);
  if (n === null || n < min) return null;
  return n <= max ? n : countsAsMax(name, n) ? max : null;
}

/**
 * A number within its slider's range, where the end may stand for more; the slider's default where it is missing. One
 * action reads and checks it: one for each check took a quote's input a third longer.
 */
const figure = (name: SliderName, isWhole: boolean) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const n = inRange(name, dataset.value);
        if (n !== null && (!isWhole || Number.isInteger(n))) return n;
        addIssue({ message: n === null ? rangeSentence(name) : "Enter a whole number." });
        return NEVER;
      }),
    ),
    QUOTE_SLIDERS[name].start,
  );

/** Whole dollars, days or points. */
const whole = (name: SliderName) => figure(name, true);

/** The quote's input. `ltv` is accepted and dropped: the server computes its own. */
export const QuoteRequest = v.object({
  type: v.pipe(v.optional(v.unknown(), "none"), v.picklist(["first", "second", "bridge"], TYPE_REQUIRED)),
  valueOfResidence: whole("valueOfResidence"),
  loanAmount: whole("loanAmount"),
  creditScore: whole("creditScore"),
  bridgeTerm: whole("bridgeTerm"),
  existingFirstMtg: whole("existingFirstMtg"),
  existingFirstMtgAmt: whole("existingFirstMtgAmt"),
  householdIncome: whole("householdIncome"),
  yearsOfEmployment: figure("yearsOfEmployment", false),
  /** Any text: the answer names an invalid postal code and still has a price. */
  postal: v.optional(v.pipe(v.string(), v.maxLength(200), v.trim())),
});
