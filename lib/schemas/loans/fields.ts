/** The schema of every field of an application, shared by submissions and saved loans. */
import * as v from "valibot";
import { DATE_FIELDS, OPTIONAL_NUMBER_FIELDS, TEXT_FIELDS } from "../../domain/loans/application.ts";
import { hasOtherComma, NUMBER_WRONG } from "../../domain/money.ts";
import { postalText } from "../../domain/places/postal_area.ts";
import { decimal, DOLLARS_MAX, number, pickable, text } from "../fields.ts";

/** Most additional properties of one applicant. */
export const PROPERTIES_MAX = 30;

/** Text sent as text, number or null; trimmed, at most `max` characters. */
const trimmedText = (max: number) =>
  v.pipe(
    v.union([v.string(), v.number(), v.null()], "Enter text."),
    v.transform((entry) => entry === null ? "" : String(entry)),
    text(max),
  );

const RATE = "Enter an annual rate from 0% to 100%, such as 9.5%.";

/** An annual rate as a fraction; null for none. */
export const yearlyRate = v.union([
  v.null(),
  v.pipe(v.string(), v.trim(), v.literal(""), v.transform(() => null)),
  decimal(0, 1, RATE),
], RATE);

/** A day from 1900 to 2199 as YYYY-MM-DD; empty text or null for none. */
export const pickedDate = v.pipe(
  v.nullable(v.string()),
  v.transform((entry) => entry?.trim() ?? ""),
  pickable,
);

/** A number that may be empty: empty text becomes null, which differs from 0. */
const nullable = <S extends v.GenericSchema<unknown, number>>(schema: S) =>
  v.union([v.null(), v.pipe(v.string(), v.trim(), v.literal(""), v.transform(() => null)), schema], NUMBER_WRONG);

const WHOLE = "Enter whole dollars, not below 0.";

/** Whole dollars from 0; null for an empty field. */
export const amount = nullable(v.pipe(number(0, DOLLARS_MAX, WHOLE), v.integer(WHOLE)));
/** Dollars with cents from 0; null for an empty field. */
export const amountWithCents = nullable(number(0, DOLLARS_MAX, "Enter dollars, not below 0."));

/** Of what no form tidies as it is entered: `45,50` would be 4,550. */
export const grouped = <T>() =>
  v.check<T, string>(
    (entry) => typeof entry !== "string" || !hasOtherComma(entry),
    "Enter dollars such as 1,234.50: a comma stands between thousands alone.",
  );
/** As `amountWithCents`, with commas between thousands alone. */
export const groupedAmount = v.pipe(
  v.union([v.number(), v.string(), v.null()], "Enter dollars, not below 0."),
  grouped(),
  amountWithCents,
);

/** Years, decimals allowed; null for an empty field. */
const years = nullable(decimal(0, 100, "Enter years from 0 to 100."));
/** A credit score; null for an empty field. */
const points = nullable(v.pipe(decimal(0, 1000, "Enter a score from 0 to 1,000."), v.integer("Enter a whole number.")));
/** Days of a bridge; null for an empty field. */
const days = nullable(v.pipe(decimal(1, 1000, "Enter days from 1 to 1,000."), v.integer("Enter whole days.")));

const line = trimmedText(200);

const additionalProperty = v.object({
  address: v.optional(trimmedText(300), ""),
  value: v.optional(v.pipe(amount, v.transform((dollars) => dollars ?? 0)), 0),
  mortgage: v.optional(v.pipe(amount, v.transform((dollars) => dollars ?? 0)), 0),
});

const properties = v.pipe(
  v.array(additionalProperty),
  v.maxLength(PROPERTIES_MAX, `Enter at most ${PROPERTIES_MAX} additional properties.`),
  v.transform((rows) => rows.filter((row) => row.address !== "" || row.value !== 0 || row.mortgage !== 0)),
);

/** A list or its JSON text (loans specification 3.1). */
export const listOrText = (message: string) =>
  v.union([
    v.array(v.unknown()),
    v.pipe(v.string(), v.maxLength(20_000), v.transform((json) => json.trim() || "[]"), v.parseJson()),
  ], message);

const propertyList = v.pipe(listOrText("Send the additional properties as a list."), properties);

/** A schema for every field of an application (loans specification 3.1), by name. */
export const APPLICATION_SCHEMAS = {
  ...eachField(TEXT_FIELDS, line),
  ...eachField(DATE_FIELDS, pickedDate),
  address: trimmedText(300),
  postal: v.pipe(line, v.transform(postalText)),
  newLoanAmount: amount,
  broker_fee: amount,
  yoe: years,
  primaryIncome: amount,
  secondaryIncome: amount,
  otherIncome: amount,
  debtInArrears: amount,
  judgeExec: amount,
  incomeTaxInArrears: amount,
  creditScore: points,
  total_other_credits: amount,
  otherDebtRepaid: amount,
  homePurPrice: amount,
  appraisedValue: amount,
  firstMortgage: amount,
  mortgageMonthlyPayment: amount,
  secondMortgage: amount,
  secondMortgageMonthlyPayment: amount,
  utilities: amount,
  propertyTax: amount,
  ...eachField(OPTIONAL_NUMBER_FIELDS, amountWithCents),
  bridgeTerm: days,
  additionalProperties: propertyList,
};

/** The fields present, validated; missing ones stay missing (a save leaves them unchanged). */
export const ApplicationChanges = v.partial(v.object(APPLICATION_SCHEMAS));
export type ApplicationChanges = v.InferOutput<typeof ApplicationChanges>;

/** The same schema for each of these names. */
function eachField<F extends string, S>(names: readonly F[], schema: S): Record<F, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<F, S>;
}
