/** Inputs of the calls of letters and statements. */
import * as v from "valibot";
import { ENCLOSURES } from "../domain/letters/enclosures.ts";
import { LETTER_KINDS, RENEWAL_STRUCTURES, SECTION_MAX } from "../domain/letters/terms.ts";
import { ADVANCE_DAY, LAST_PAYMENT_DAY } from "../domain/lending/payment_days.ts";
import { TERMS } from "../domain/loans/deal_options.ts";
import { id, text } from "./fields.ts";
import { amount, amountWithCents, groupedAmount, pickedDate, yearlyRate } from "./loans/fields.ts";

const kind = v.picklist(LETTER_KINDS, "Choose commitment or renewal.");

const LISTED = "Choose one of the list.";
/** 0: the day of the month of the first day. */
const paymentDay = v.pipe(
  v.number(LISTED),
  v.integer(LISTED),
  v.minValue(ADVANCE_DAY, LISTED),
  v.maxValue(LAST_PAYMENT_DAY, LISTED),
);

/** The letter's own terms; `rate` is a fraction. */
const LetterTermsInput = v.object({
  letterDate: v.optional(pickedDate, ""),
  expiresOn: v.optional(pickedDate, ""),
  retainer: v.optional(amount, null),
  otherFees: v.optional(amount, null),
  lawyerFee: v.optional(amount, null),
  paymentDay: v.optional(v.nullable(paymentDay), null),
  startsOn: v.optional(pickedDate, ""),
  balance: v.optional(amountWithCents, null),
  rate: v.optional(yearlyRate, null),
  term: v.optional(v.picklist(["", ...TERMS.map(({ value }) => value)], LISTED), ""),
  fee: v.optional(amount, null),
  dischargeFee: v.optional(amount, null),
  unpaidInterest: v.optional(amountWithCents, null),
  structure: v.optional(v.picklist(["", ...RENEWAL_STRUCTURES], LISTED), ""),
  retroactive: v.optional(v.boolean(), false),
  amends: v.optional(v.boolean(), false),
});

const sections = v.pipe(
  v.array(v.object({
    id: v.pipe(v.string(), v.regex(/^[a-z]{2,30}$/, "This letter has no such section. Reload the page.")),
    text: text(SECTION_MAX),
    basis: v.pipe(v.string(), v.maxLength(2 * SECTION_MAX)),
  })),
  v.maxLength(40),
  v.check((list) => new Set(list.map((one) => one.id)).size === list.length, "Send each section once."),
);

/** The letter on screen; `revision` is the draft that it was opened on, 0 for none. */
export const SaveLetterInput = v.object({
  loanId: id,
  kind,
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  terms: LetterTermsInput,
  sections,
});
export type SaveLetterInput = v.InferOutput<typeof SaveLetterInput>;

/** The sentences of the letter that were confirmed, as they stand. */
const confirmed = v.optional(v.pipe(v.array(text(300)), v.maxLength(10)), []);

/**
 * `updatedAt` is the loan's version behind the letter on screen, `seen` what its figures said in each section there: a
 * letter that would say something else by now is refused as stale.
 */
export const GenerateLetterInput = v.object({
  ...SaveLetterInput.entries,
  updatedAt: v.pipe(v.number(), v.safeInteger()),
  confirmed,
  seen: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(2 * SECTION_MAX))), v.maxLength(40))),
});
export type GenerateLetterInput = v.InferOutput<typeof GenerateLetterInput>;

/** An entry that was emptied means 0; one that was not sent is null. */
const amountOrZero = v.pipe(groupedAmount, v.transform((dollars) => dollars ?? 0));

/** A payout's day and additional fees; an empty day is today, a discharge fee that is not sent the contract's. */
export const PayoutInput = v.object({
  loanId: id,
  date: v.optional(pickedDate, ""),
  discharge: v.optional(v.nullable(amountOrZero), null),
  fees: v.optional(groupedAmount, null),
});
export type PayoutInput = v.InferOutput<typeof PayoutInput>;

/** The day whose contract is shown; empty for today. */
export const ScheduleInput = v.object({ loanId: id, date: v.optional(pickedDate, "") });
export type ScheduleInput = v.InferOutput<typeof ScheduleInput>;

/** A paper that goes with a letter; the instructions go with the commitment. */
export const EnclosureInput = v.object({
  loanId: id,
  enclosure: v.picklist(ENCLOSURES, "Choose disclosure or instructions."),
  letter: v.optional(kind, "commitment"),
});
export type EnclosureInput = v.InferOutput<typeof EnclosureInput>;

/** The letter that comes into force: a renewal or an amendment that the borrower accepted. */
export const AcceptLetterInput = v.object({ loanId: id, contractId: id, confirmed });
export type AcceptLetterInput = v.InferOutput<typeof AcceptLetterInput>;
