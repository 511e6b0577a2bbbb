/** What the quote tool sends (accounts specification, sections 3, 5 and 9). */
import * as v from "valibot";
import { QUOTE_SLIDERS, rangeSentence, type SliderName, typedMax } from "../domain/lending/quote_sliders.ts";
import { parseNumber } from "../domain/money.ts";

/** Shown where no loan type was chosen (section 8). */
export const TYPE_REQUIRED = "Please select a loan type";

/** A figure, typed or sent, within its slider's range or as far past it as may be typed; the start where it is missing. */
const figure = (name: SliderName) => {
  const sentence = rangeSentence(name);
  const { min, start } = QUOTE_SLIDERS[name];
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform(parseNumber),
      v.number(sentence),
      v.minValue(min, sentence),
      v.maxValue(typedMax(name), sentence),
    ),
    start,
  );
};

/** A figure that counts whole dollars, days or points. */
const whole = (name: SliderName) => v.pipe(figure(name), v.integer("Enter a whole number."));

/** The quote's input. `ltv` may be sent and is dropped, whatever it is: the server works out its own. */
export const QuoteRequest = v.object({
  type: v.pipe(v.optional(v.unknown(), "none"), v.picklist(["first", "second", "bridge"], TYPE_REQUIRED)),
  valueOfResidence: whole("valueOfResidence"),
  loanAmount: whole("loanAmount"),
  creditScore: whole("creditScore"),
  bridgeTerm: whole("bridgeTerm"),
  existingFirstMtg: whole("existingFirstMtg"),
  existingFirstMtgAmt: whole("existingFirstMtgAmt"),
  householdIncome: whole("householdIncome"),
  yearsOfEmployment: figure("yearsOfEmployment"),
});
