/** Fields that many schemas share, for JSON and plain forms. */
import * as v from "valibot";
import { isPickableDate } from "../domain/dates.ts";
import { maskSins } from "../domain/documents/sin.ts";
import { EMAIL_MAX, isEmail } from "../domain/accounts/account_rules.ts";
import { isPhone, PHONE_WRONG } from "../domain/accounts/phone.ts";
import { wholeText } from "../domain/money.ts";
import { tooLongText } from "../domain/text_length.ts";

// deno-lint-ignore no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
export const DOLLARS_MAX = 1_000_000_000;

/** Trimmed text, also of several lines, at most `max` characters, without control characters. */
export const text = (max = 200) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, tooLongText(max)),
    v.check((s) => !CONTROL.test(s), "This has characters that cannot be stored. Type it again."),
  );

/** Free text. Social insurance numbers in it are masked. */
export const freeText = (max: number) => v.pipe(text(max), v.transform(maskSins));

/** Text that may be missing; then it is empty. */
export const optionalText = (max = 200) => v.optional(text(max), "");

/** Anything but space and what nobody sees, such as a zero-width space. */
const VISIBLE = /[^\s\p{Cf}]/u;

/** Required text; `message` is the specification's sentence where it is empty, or nothing of it can be seen. */
export const requiredText = (message: string, max = 200) =>
  v.pipe(v.optional(text(max), ""), v.minLength(1, message), v.check((s) => VISIBLE.test(s), message));

/** An email address; `required` and `wrong` are the messages for an empty and a malformed one. */
export const email = (required: string, wrong: string) =>
  v.pipe(requiredText(required, EMAIL_MAX), v.check(isEmail, wrong));

/** An account's phone number, or nothing. */
export const phone = v.pipe(text(40), v.check((s) => s === "" || isPhone(s), PHONE_WRONG));

/** A row's id: a positive integer, as a number or digits. */
export const id = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(1),
);

/** true or false, as JSON or as a form's checkbox. */
export const flag = v.union([
  v.boolean(),
  v.pipe(v.union([v.literal(0), v.literal(1)]), v.transform((n) => n === 1)),
  v.pipe(v.picklist(["true", "on", "1", "yes"]), v.transform(() => true)),
  v.pipe(v.picklist(["false", "off", "0", "no", ""]), v.transform(() => false)),
]);

/** A number, or its text, in which `passed` is passed over. */
const numeric = (passed: RegExp) =>
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.transform((s) => s.replace(passed, "")),
      v.regex(/^-?\d{1,15}(\.\d{1,10})?$/),
      v.transform(Number),
    ),
  ]);

const within = (passed: RegExp, min: number, max: number, message: string) =>
  v.pipe(numeric(passed), v.finite(message), v.minValue(min, message), v.maxValue(max, message));

/** A number, or its text with commas, spaces and a dollar sign, from `min` to `max`. */
export const number = (
  min: number,
  max: number,
  message = `Enter a number from ${wholeText(min)} to ${wholeText(max)}.`,
) => within(/[,\s$]/g, min, max, message);

/** A number that has no thousands, as a rate, years or points, from `min` to `max`: a comma in its text is refused. */
export const decimal = (min: number, max: number, message: string) => within(/\s/g, min, max, message);

/** Whole dollars, not negative. */
export const dollars = v.pipe(
  number(0, DOLLARS_MAX, "Enter whole dollars, not below 0."),
  v.integer("Enter whole dollars."),
);

/** Of a trimmed text: no day at all, or one that a picker may hold. */
export const pickable = v.check(
  (text: string) => text === "" || isPickableDate(text),
  "Enter a date as year-month-day, from 1900 on.",
);

/** A day as YYYY-MM-DD from 1900 to 2199, or empty. */
export const day = v.pipe(
  v.optional(v.nullable(v.string()), ""),
  v.transform((s) => s?.trim() ?? ""),
  pickable,
);

/** For calls without input. */
export const EmptyInput = v.object({});
