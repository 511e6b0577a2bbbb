/** A letter as its page edits it: the terms as their fields hold them, and the sections that were rewritten. */
import { paymentDayText } from "../lending/payment_days.ts";
import { amountText } from "../loans/loan_form.ts";
import { halfUp, NUMBER_WRONG, parseDecimal, parseNumber } from "../money.ts";
import type { LetterTerms, SectionEdit } from "./terms.ts";
import { shortened } from "../shortened.ts";

/** The letter's own terms as text: amounts with separators, the rate in percent. */
export type TermEntries = Readonly<Record<keyof LetterTerms, string>>;

export interface LetterDocument {
  terms: TermEntries;
  /** By section: its text, and what the loan's figures said when it was written. */
  sections: Readonly<Record<string, readonly [text: string, basis: string]>>;
}

export const TERM_LABELS: Readonly<Record<keyof LetterTerms, string>> = {
  letterDate: "Dated",
  expiresOn: "Open until",
  retainer: "Retainer",
  otherFees: "Other costs",
  lawyerFee: "Our lawyer's fee",
  rate: "Renewal rate",
  term: "Renewal term",
  fee: "Renewal fee",
  balance: "Balance renewed",
  unpaidInterest: "Unpaid interest",
  dischargeFee: "Discharge fee",
  paymentDay: "Payments fall on",
  startsOn: "Amends from",
  structure: "Renewal structure",
  retroactive: "Starts before the letter's date",
  amends: "Amends the renewal in force",
};

/** In the order of the screen. */
const NUMBERS = ["retainer", "otherFees", "lawyerFee", "dischargeFee", "fee", "balance", "unpaidInterest"] as const;
/** Numbers that may have cents. */
const WITH_CENTS: readonly string[] = ["balance", "unpaidInterest"];
/** A ticked box as an entry. */
export const TICKED = "yes";
/** Longer texts are cut in a comparison. Characters. */
const SHOWN_TEXT = 160;

export function letterDocument(terms: LetterTerms, edits: readonly SectionEdit[]): LetterDocument {
  return {
    terms: {
      letterDate: terms.letterDate,
      expiresOn: terms.expiresOn,
      paymentDay: terms.paymentDay === null ? "" : String(terms.paymentDay),
      startsOn: terms.startsOn,
      term: terms.term,
      retainer: amountText(terms.retainer),
      otherFees: amountText(terms.otherFees),
      lawyerFee: amountText(terms.lawyerFee),
      dischargeFee: amountText(terms.dischargeFee),
      unpaidInterest: amountText(terms.unpaidInterest),
      structure: terms.structure,
      retroactive: terms.retroactive ? TICKED : "",
      amends: terms.amends ? TICKED : "",
      balance: amountText(terms.balance),
      fee: amountText(terms.fee),
      rate: terms.rate === null ? "" : String(halfUp(terms.rate * 100, 1e6)),
    },
    sections: Object.fromEntries(edits.map(({ id, text, basis }) => [id, [text, basis]])),
  };
}

/** One message for each term that should hold a number and does not, by its path, in the order of the screen. */
export function termProblems({ terms }: LetterDocument): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of ["rate", ...NUMBERS] as const) {
    const number = (name === "rate" ? parseDecimal : parseNumber)(terms[name]);
    const path = `terms.${name}`;
    if (terms[name].trim() !== "" && (number === null || number < 0)) {
      errors[path] = NUMBER_WRONG;
    } else if (name === "rate" && number !== null && number > 100) errors[path] = "Enter a rate from 0 to 100.";
    else if (number !== null && name !== "rate" && !WITH_CENTS.includes(name) && !Number.isInteger(number)) {
      errors[path] = "Enter whole dollars.";
    }
  }
  return errors;
}

/** The terms as the calls take them; the rate as a fraction. What is no number is null. */
export function termsOf({ terms }: LetterDocument): LetterTerms {
  const rate = parseDecimal(terms.rate);
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, parseNumber(terms[name])]));
  return {
    ...numbers as Pick<LetterTerms, (typeof NUMBERS)[number]>,
    letterDate: terms.letterDate,
    expiresOn: terms.expiresOn,
    paymentDay: parseNumber(terms.paymentDay),
    startsOn: terms.startsOn,
    term: terms.term,
    structure: terms.structure,
    retroactive: terms.retroactive === TICKED,
    amends: terms.amends === TICKED,
    rate: rate === null ? null : halfUp(rate / 100, 1e8),
  };
}

export const sectionEdits = ({ sections }: LetterDocument): SectionEdit[] =>
  Object.entries(sections).map(([id, [text, basis]]) => ({ id, text, basis }));

/** True where two values at a path say the same: of a section its text counts. */
export function sameInLetter(path: string, a: unknown, b: unknown): boolean {
  const textOf = (value: unknown) => path.startsWith("sections.") && Array.isArray(value) ? value[0] : value;
  return JSON.stringify(textOf(a)) === JSON.stringify(textOf(b));
}

/** The name of a change's path; `titles` are those of the letter's sections, by id. */
export function letterPartName(path: string, titles: Readonly<Record<string, string>>): string {
  const [part, name] = path.split(".");
  return part === "terms" ? TERM_LABELS[name as keyof LetterTerms] : titles[name] ?? name;
}

/** What stands at a path, in a sentence. */
export function letterPartText(path: string, value: unknown): string {
  if (path === "terms.paymentDay") return value ? paymentDayText(Number(value)) : "as the settings say";
  if (path.startsWith("terms.")) return String(value || "none");
  if (!Array.isArray(value)) return "as the loan's figures say";
  const [text] = value as [string];
  return shortened(text, SHOWN_TEXT);
}
