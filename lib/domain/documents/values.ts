/** Parsers of single document values: strict, so that ambiguous values are missed, never guessed. */
import { isPickableDate } from "../dates.ts";
import { halfUp } from "../money.ts";

/** Maximum dollars that the form takes. */
const DOLLARS_MAX = 1_000_000_000;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Whole dollars as digits. Strips commas and spaces (loans specification 5.5) only as thousands separators: two
 * adjacent numbers are no amount.
 */
export function readAmount(raw: string): string | null {
  const text = raw.trim().replace(/^(?:C(?:AD|DN)\s*\$?|C?\$)\s*/i, "").replace(/\s*(?:CAD|CDN)$/i, "").trim();
  if (!/^(?:\d+|\d{1,3}(?:\s*,\s*\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.\d{1,2})?$/.test(text)) return null;
  const dollars = halfUp(Number(text.replace(/[\s,]/g, "")));
  return dollars <= DOLLARS_MAX ? String(dollars) : null;
}

/** Years, with months as a fraction: `4`, `4.5 years`, `4 yrs 6 months`. */
export function readYears(raw: string): string | null {
  const found =
    /^(?:(\d{1,2}(?:\.\d{1,2})?)\s*(?:y(?:ea)?rs?\.?)?)?(?:\s*,?\s*(?:and\s+)?(\d{1,2})\s*mo(?:nth)?s?\.?)?$/i
      .exec(raw.trim());
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  if (found[2] !== undefined && Number(found[2]) > 11 && found[1] !== undefined) return null;
  const years = halfUp(Number(found[1] ?? 0) + Number(found[2] ?? 0) / 12, 100);
  return years < 70 ? String(years) : null;
}

/** A credit score, 300 to 900. */
export function readScore(raw: string): string | null {
  const text = raw.trim().replace(/\s*\/\s*900$/, "");
  return /^\d{3}$/.test(text) && Number(text) >= 300 && Number(text) <= 900 ? text : null;
}

/** YYYY-MM-DD from usual spellings; null where day and month could be swapped. */
export function readDate(raw: string): string | null {
  const text = raw.trim().toLowerCase().replace(/(\d)(?:st|nd|rd|th)\b/, "$1").replace(/\s*([-/])\s*/g, "$1");
  const day = (year: string, month: number, date: string) => {
    const whole = `${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`;
    return isPickableDate(whole) ? whole : null;
  };
  let found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (found) return day(found[1], Number(found[2]), found[3]);
  found = /^(\d{1,2})[\s-]*([a-z]{3,9})\.?,?[\s-]*(\d{4})$/.exec(text);
  if (found) return day(found[3], monthOf(found[2]), found[1]);
  found = /^([a-z]{3,9})\.?[\s-]*(\d{1,2}),?[\s-]+(\d{4})$/.exec(text);
  if (found) return day(found[3], monthOf(found[1]), found[2]);
  found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (!found) return null;
  const [one, two] = [Number(found[1]), Number(found[2])];
  if (one > 12 || one === two) return day(found[3], two, found[1]);
  return two > 12 ? day(found[3], one, found[2]) : null;
}

const NAMES_OF_MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

const monthOf = (name: string) => NAMES_OF_MONTHS.test(name) ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0;

const PERSON = /^\p{L}[\p{L}\p{M}'’.\- ]*$/u;
/** Text in a name's place that is not a name. */
const NOT_A_NAME = /\b(?:n\/a|none|unknown|information|details|section|applicant|borrower|name|total)\b/i;

/** A person's name or part of one. */
export function readName(raw: string): string | null {
  const text = raw.trim().replace(/\s+/g, " ");
  return PERSON.test(text) && text.length <= 80 && !NOT_A_NAME.test(text) ? text : null;
}

/**
 * First and last name (loans specification 5.5): of three words the first name is the middle one, otherwise the first;
 * the last name is the last word. Also `Smithers, Daniel`.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const comma = /^([^,]+),\s*(\S+)[^,]*$/.exec(name.trim());
  if (comma) return { firstName: comma[2], lastName: comma[1].trim() };
  const words = name.trim().split(/\s+/);
  return { firstName: words.length === 3 ? words[1] : words[0], lastName: words.at(-1)! };
}

/** `First` for First or 1, else Second (loans specification 5.5). */
export function readPosition(raw: string): string | null {
  const text = raw.trim();
  if (!/^[\p{L}\d]/u.test(text) || text.length > 40) return null;
  return /^(?:first|1(?:st)?)(?![\p{L}\d])/iu.test(text) ? "First" : "Second";
}

/** Ten digits as 905-555-0166, without a country code of 1 and an extension. */
export function readPhone(raw: string): string | null {
  const text = raw.trim().replace(/\s*(?:ext?\.?|x)\s*\d{1,6}$/i, "");
  if (!/^[\d\s().+-]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return /^[2-9]\d{9}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : null;
}

const POSTAL = /[abceghj-nprstvxy]\d[abceghj-nprstv-z]\s*-?\s*\d[abceghj-nprstv-z]\d/i;

/** A Canadian postal code as `L8P 4A8`. */
export function readPostal(raw: string): string | null {
  const found = POSTAL.exec(raw)?.[0];
  if (found === undefined || found.length !== raw.trim().length) return null;
  const code = found.replace(/[\s-]/g, "").toUpperCase();
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

const PROVINCE = /[\s,]+(?:ontario|ont?\.?|on)$/i;

/** A city's name without the province. */
export function readCity(raw: string): string | null {
  const text = raw.trim().replace(/\s+/g, " ").replace(PROVINCE, "").replace(/,$/, "");
  return /^\p{L}[\p{L}\p{M}'’.\- ]*$/u.test(text) && text.length <= 60 && !NOT_A_NAME.test(text) ? text : null;
}

/** A street address, with city and postal code where commas separate them. */
export function readAddress(raw: string): { address: string; city?: string; postal?: string } | null {
  const text = raw.trim().replace(/\s+/g, " ");
  const postal = new RegExp(`[\\s,]*(${POSTAL.source})\\s*(?:,?\\s*canada)?$`, "i").exec(text);
  const code = postal && readPostal(postal[1]);
  const rest = (postal ? text.slice(0, postal.index) : text).replace(/[\s,]+$/, "");
  const parts = rest.replace(PROVINCE, "").split(/\s*,\s*/);
  const city = parts.length > 1 && (postal || PROVINCE.test(rest)) ? readCity(parts.at(-1)!) : null;
  const address = (city ? parts.slice(0, -1) : parts).join(", ");
  if (!/\d/.test(address) || !/\p{L}{2}/u.test(address) || address.length > 200 || readDate(address)) return null;
  return { address, ...(city && { city }), ...(code && { postal: code }) };
}

/** A line of text: a company, a lender. */
export function readLine(raw: string): string | null {
  const text = raw.trim().replace(/\s+/g, " ");
  return /\p{L}{2}/u.test(text) && text.length <= 120 && !/[:?]$/.test(text) && !/^n\/?a$|^none$/i.test(text)
    ? text
    : null;
}
