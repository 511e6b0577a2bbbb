/** Masks social insurance numbers: every stored or returned text passes through here first. */

/** The replacement for a masked number; also valid in file names. */
export const SIN_MASK = "xxx-xxx-xxx";

/** Nine digits, with at most five spaces, dashes or slashes between two of them, or in threes with dots. */
const NINE_DIGITS = /\d(?:[\s\-\u2010-\u2015\u2212/_]{0,5}\d){8}(?!\d)|\d{3}\.\d{3}\.\d{3}(?!\d)/y;
/** Labels of a social insurance number; after one, nine digits are masked even with a wrong check digit. */
const SIN_LABEL = /\b(?:s\.?\s?i\.?\s?n\b\.?|n\.?a\.?s\b\.?|social\s+insurance)[^\d\n]{0,30}$/i;

/** True where nine digits pass the Luhn check. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The text with social insurance numbers masked: nine digits that pass the check or follow a SIN label. */
export function maskSins(text: string): string {
  let masked = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text[at]) || isDigit(text[at - 1])) continue;
    NINE_DIGITS.lastIndex = at;
    const found = NINE_DIGITS.exec(text)?.[0];
    if (found === undefined) continue;
    if (!passesLuhn(found.replace(/\D/g, "")) && !SIN_LABEL.test(text.slice(Math.max(0, at - 60), at))) continue;
    masked += text.slice(from, at) + SIN_MASK;
    from = at + found.length;
    at = from - 1;
  }
  return masked + text.slice(from);
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= "0" && sign <= "9";

/** True for text that `maskSins` would change. */
export const containsSin = (text: string): boolean => maskSins(text) !== text;

/** The same value with every text in it masked, including lists and records. */
export function withoutSins<T>(value: T): T {
  if (typeof value === "string") return maskSins(value) as T;
  if (typeof value === "number") return (containsSin(String(value)) ? SIN_MASK : value) as T;
  if (Array.isArray(value)) return value.map(withoutSins) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutSins(part)])) as T;
}
