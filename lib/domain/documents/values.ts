/** Parsers of single document values: strict, so that ambiguous values are missed, never guessed. */
import { isPickableDate, monthNamed } from "../dates.ts";
import { halfUp } from "../money.ts";
import { postalText } from "../places/postal_area.ts";
import { PROVINCE, withoutProvince } from "../places/province.ts";
import { isName } from "./names.ts";
import { unaccented } from "./text.ts";

/** Maximum dollars that the form takes. */
const DOLLARS_MAX = 1_000_000_000;

const THOUSANDS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mm: 1e6, million: 1e6 };

const NUMBER_WORD =
  "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|" +
  "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|and|dollars?|cents?|canadian|only";
/** An amount's words in brackets behind it; other brackets say something else of it. */
const IN_WORDS = new RegExp(`\\s*\\((?:(?:${NUMBER_WORD}|\\d{1,2}/100)[\\s,-]*)+\\)$`, "i");

/**
 * Whole dollars as digits. Strips commas and spaces (loans specification 5.5) only as thousands separators: two
 * adjacent numbers are no amount. Also `$88.4K`, `$2.1M`, `120 000,50 $`, and with its words in brackets behind it.
 */
export function readAmount(raw: string): string | null {
  const text = raw.trim().replace(IN_WORDS, "")
    .replace(/^(?:C(?:AD?|DN)\s*\$?|C?\$)\s*/i, "").replace(/\s*(?:CAD|CDN|\$)$/i, "").trim()
    .replace(/^(\d{1,3}(?:\s\d{3})+),(\d{2})$/, "$1.$2");
  // Without a dollar sign an M may mean months or metres.
  const short = /^(\d{1,4}(?:\.\d{1,3})?)\s*(k|mm?|million)$/i.exec(/\$/.test(raw) ? text : text.replace(/m+$/i, "?"));
  if (!short && !/^(?:\d+|\d{1,3}(?:\s*,\s*\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.\d{1,2})?$/.test(text)) return null;
  const number = short ? Number(short[1]) * THOUSANDS[short[2].toLowerCase()] : Number(text.replace(/[\s,]/g, ""));
  const dollars = halfUp(number);
  return dollars <= DOLLARS_MAX ? String(dollars) : null;
}

const YEAR = String.raw`(?:y(?:(?:ea)?r)?s?\.?|ans?|ann[ée]es?)`, MONTH = String.raw`m(?:ois|o(?:nth|s)?|ths?)?s?\.?`;
const YEARS_AND_MONTHS = new RegExp(
  `^(?:(\\d{1,2}(?:\\.\\d{1,2})?)\\s*(?:${YEAR})?)?(?:\\s*,?\\s*(?:(?:and|et)\\s+|&\\s*)?(\\d{1,2})\\s*${MONTH})?$`,
  "i",
);

/** Years, with months as a fraction: `4`, `4.5 years`, `4 yrs 6 months`, `11 yrs 3 mths`. */
export function readYears(raw: string): string | null {
  const found = YEARS_AND_MONTHS.exec(raw.trim());
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
  const text = unaccented(raw).replace(/(\d)(?:st|nd|rd|th|er)\b/, "$1").replace(/\s*([-/])\s*/g, "$1");
  const day = (year: string, month: number, date: string) => {
    const whole = `${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`;
    return isPickableDate(whole) ? whole : null;
  };
  let found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (found) return day(found[1], Number(found[2]), found[3]);
  found = /^(\d{4})[\s-]*([a-z]{3,9})\.?[\s-]*(\d{1,2})$/.exec(text);
  if (found) return day(found[1], monthOf(found[2]), found[3]);
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

/** The first day of a month without a day, as maturities are printed: `05/2027`, `May 2027`, `2027-05`. */
export function readMonth(raw: string): string | null {
  const text = unaccented(raw).replace(/\s*([-/.])\s*/g, "$1");
  const [, first, yearLast] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  const [, yearFirst, last] = /^(\d{4})[-/.](\d{1,2})$/.exec(text) ?? [];
  const [, name, yearNamed] = /^([a-z]{3,9})\.?,?[\s-]*(\d{4})$/.exec(text) ?? [];
  const month = name === undefined ? Number(first ?? last) : monthOf(name);
  const day = `${yearLast ?? yearFirst ?? yearNamed}-${String(month).padStart(2, "0")}-01`;
  return isPickableDate(day) ? day : null;
}

const NAMES_OF_MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

const FRENCH_MONTHS: readonly string[][] = [
  ["janvier", "janv"],
  ["fevrier", "fevr", "fev"],
  ["mars"],
  ["avril", "avr"],
  ["mai"],
  ["juin"],
  ["juillet", "juil"],
  ["aout"],
  ["septembre"],
  ["octobre"],
  ["novembre"],
  ["decembre"],
];

/** 1 to 12; 0 for what names no month. */
const monthOf = (name: string) =>
  NAMES_OF_MONTHS.test(name) ? monthNamed(name) : 1 + FRENCH_MONTHS.findIndex((names) => names.includes(name));

/** `First` for First, 1 or Première, else Second (loans specification 5.5). */
export function readPosition(raw: string): string | null {
  const text = raw.trim();
  if (!/^[\p{L}\d]/u.test(text) || text.length > 40) return null;
  return /^(?:first|1(?:st|[eè]?re|er)?|premi(?:[eè]re|er))(?![\p{L}\d])/iu.test(text) ? "First" : "Second";
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
  return found === undefined || found.length !== raw.trim().length ? null : postalText(found);
}

/** A city's name without the province. */
export function readCity(raw: string): string | null {
  const text = withoutProvince(raw.trim().replace(/\s+/g, " "));
  return text.length <= 60 && isName(text) ? text : null;
}

/** A street address, with city and postal code where commas separate them. */
export function readAddress(raw: string): { address: string; city?: string; postal?: string } | null {
  const text = raw.trim().replace(/\s+/g, " ");
  const postal = new RegExp(`[\\s,]*(${POSTAL.source})\\s*(?:,?\\s*canada)?$`, "i").exec(text);
  const code = postal && readPostal(postal[1]);
  const rest = (postal ? text.slice(0, postal.index) : text).replace(/[\s,]+$/, "");
  const parts = withoutProvince(rest).split(/\s*,\s*/);
  const city = parts.length > 1 && (postal || PROVINCE.test(rest)) ? readCity(parts.at(-1)!) : null;
  const address = (city ? parts.slice(0, -1) : parts).join(", ");
  if (!/\d/.test(address) || !/\p{L}{2}/u.test(address) || address.length > 200 || readDate(address)) return null;
  return { address, ...(city && { city }), ...(code && { postal: code }) };
}

/** True for the second line of an address: a town with its province, a postal code, or both. */
export function isAddressEnd(raw: string): boolean {
  const text = raw.trim().replace(/[\s,]*canada$/i, "");
  return PROVINCE.test(text) || new RegExp(`${POSTAL.source}$`, "i").test(text);
}

/** A line of text: a company, a lender. */
export function readLine(raw: string): string | null {
  const text = raw.trim().replace(/\s+/g, " ");
  return /\p{L}{2}/u.test(text) && text.length <= 120 && !/[:?]$/.test(text) && !/^n\/?a$|^none$/i.test(text)
    ? text
    : null;
}
