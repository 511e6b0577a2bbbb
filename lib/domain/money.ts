/** Rounding, cents, and the text form of amounts, rates and scores (lending rules 1; loans specification 9). */

const MINUS = "\u2212";

/**
 * Rounds half up (towards positive infinity) at `scale`: `halfUp(1.005, 100)` is 1.01. A value a few ulps below a half
 * counts as the half, as binary fractions cannot hold most decimals.
 */
export function halfUp(value: number, scale = 1): number {
  const scaled = value * scale;
  const rounded = Math.floor(scaled + 0.5 + Math.abs(scaled) * 1e-15) / scale;
  return rounded === 0 ? 0 : rounded;
}

/** Dollars, rounded half up to the cent. */
export function roundCents(dollars: number): number {
  return halfUp(dollars, 100);
}

/** Dollars as integer cents, half up. */
export function toCents(dollars: number): number {
  return halfUp(dollars * 100);
}

/** Integer cents as dollars. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** `ceil(part * 100 / whole)` as an exact whole percentage; `whole` must be above 0 and both whole dollars. */
export function ceilPercent(part: number, whole: number): number {
  return Math.ceil((part * 100) / whole);
}

/** Digits of a non-negative integer with thousands separators. */
function grouped(integer: number): string {
  const digits = String(integer);
  if (digits.length <= 3) return digits;
  let out = "";
  let end = digits.length;
  while (end > 3) {
    out = "," + digits.slice(end - 3, end) + out;
    end -= 3;
  }
  return digits.slice(0, end) + out;
}

/** A count, whole and not negative: `1,234`. `toLocaleString` makes a formatter each time. */
export const countText = (count: number): string => grouped(count);

/** A count with what is counted: `1 entry`, `1,204 entries`; `many` where it is not `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** `1 loan`, `1,204 loans`. */
export const loanCountText = (count: number): string => countOf(count, "loan");

/** `1 payment`, `1,204 payments`. */
export const paymentCountText = (count: number): string => countOf(count, "payment");

/** Said of a list that has the newest `shown` of all; empty where it has all. */
export const newestText = (shown: number, all: number): string =>
  all > shown ? `The newest ${countText(shown)} of ${countText(all)}.` : "";

/** A whole number, also below 0: `−1,234`. */
export const wholeText = (whole: number): string => whole < 0 ? MINUS + grouped(-whole) : grouped(whole);

/**
 * Whole dollars: `$1,234`, `−$300` (loans specification 9: thousands separators, no decimals). Empty for a missing
 * amount.
 */
export function money(dollars: number | null | undefined): string {
  if (dollars == null || !Number.isFinite(dollars)) return "";
  const whole = halfUp(dollars);
  return whole < 0 ? `${MINUS}$${grouped(-whole)}` : `$${grouped(whole)}`;
}

/** Dollars and cents, for letters and statements: `$1,234.50`. */
export function moneyWithCents(dollars: number | null | undefined): string {
  if (dollars == null || !Number.isFinite(dollars)) return "";
  const cents = toCents(dollars);
  const size = Math.abs(cents);
  const text = `$${grouped(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? MINUS + text : text;
}

/** A fixed number of decimals, half up, with a true minus sign. */
export function fixed(value: number, digits: number): string {
  const rounded = halfUp(value, 10 ** digits);
  return rounded < 0 ? MINUS + (-rounded).toFixed(digits) : rounded.toFixed(digits);
}

/** A fraction as a percentage: `percent(0.1099)` is `10.99%` (loans specification 9). Empty for a missing rate. */
export function percent(fraction: number | null | undefined, digits = 2): string {
  if (fraction == null || !Number.isFinite(fraction)) return "";
  return fixed(fraction * 100, digits) + "%";
}

/** A score with 2 decimals: `2.38`. Empty for a missing score. */
export function scoreText(score: number | null | undefined): string {
  if (score == null || !Number.isFinite(score)) return "";
  return fixed(score, 2);
}

/** True for a comma that does not part thousands: "45,50" may be 45.50 or 4,550. */
export const hasOtherComma = (text: string): boolean =>
  /,(?!\d{3}(?!\d))/.test(text) || (text.includes(".") && text.indexOf(".") < text.lastIndexOf(","));

/**
 * An entered number (`"$1,250"`, `" 12 "`, 40) or null when it is empty, not a number (loans specification 5.5), or
 * longer than a number can hold exactly.
 */
export function parseNumber(entry: unknown): number | null {
  if (typeof entry !== "string") return Number.isFinite(entry) ? entry as number : null;
  const text = entry.replace(/[\s,$]/g, "").replace(MINUS, "-");
  if (!/^-?(?=\.?\d)\d*(\.\d*)?$/.test(text)) return null;
  const number = Number(text);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? null : number;
}

/** What is said of an entry that is no number. */
export const NUMBER_WRONG = "Enter a number like 1,250 or 12.5.";

/** An entered number that has no thousands, as a rate or years have none, or null: `12,5` may be 12.5 or 125. */
export const parseDecimal = (entry: unknown): number | null =>
  typeof entry === "string" && entry.includes(",") ? null : parseNumber(entry);

/** Integer cents as dollars and cents: `$1,234.50`. */
export const moneyOfCents = (cents: number): string => moneyWithCents(fromCents(cents));
