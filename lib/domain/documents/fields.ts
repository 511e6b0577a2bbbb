/** The application fields that documents can fill, and how each value is read. */
import { readChoice } from "./choices.ts";
import {
  readAddress,
  readAmount,
  readCity,
  readDate,
  readLine,
  readName,
  readPhone,
  readPosition,
  readPostal,
  readScore,
  readYears,
  splitName,
} from "./values.ts";

/** Recognised document types (loans specification 3.14). */
export const DOCUMENT_TYPES = ["application", "bureau", "appraisal"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const KINDS = {
  firstOrSecond: "position",
  newLoanAmount: "amount",
  useOfProceeds: "choice",
  broker_fee: "amount",
  estClosingDate: "date",
  firstName: "name",
  lastName: "name",
  DOB: "date",
  marritalStatus: "choice",
  phone: "phone",
  coApplicant: "name",
  address: "address",
  city: "city",
  postal: "postal",
  region: "words",
  employer: "words",
  sector: "words",
  yoe: "years",
  typeOfIncome: "choice",
  primaryIncome: "amount",
  secondaryIncome: "amount",
  otherIncome: "amount",
  creditScore: "score",
  total_other_credits: "amount",
  debtInArrears: "amount",
  judgeExec: "amount",
  propertyType: "choice",
  ownerOccupied: "choice",
  appraisedValue: "amount",
  homePurPrice: "amount",
  firstMortgage: "amount",
  firstMortgageLender: "words",
  mrtgType: "choice",
  maturesIn: "date",
  mortgageMonthlyPayment: "amount",
  propertyTax: "amount",
  utilities: "amount",
} as const;

/** A field that a document can fill, by its application name. */
export type DocumentField = keyof typeof KINDS;
/** The target of a label: a field, or a full name that fills two. */
export type LabelTarget = DocumentField | "name";

/** The period of yearly and monthly amounts: a label with the other period is another figure. */
const PERIODS: Partial<Record<LabelTarget, RegExp>> = {
  primaryIncome: /month|week|\/\s*mo\b/i,
  secondaryIncome: /month|week|\/\s*mo\b/i,
  otherIncome: /month|week|\/\s*mo\b/i,
  propertyTax: /month|week|\/\s*mo\b/i,
  mortgageMonthlyPayment: /year|annual|week|\/\s*yr\b/i,
  utilities: /year|annual|week|\/\s*yr\b/i,
};

/** Kinds that match almost any text: their position on the page must be certain. */
const LOOSE = new Set<string>(["name", "words", "city", "position"]);

const kindOf = (target: LabelTarget) => target === "name" ? "name" : KINDS[target];

/** True for a target that matches almost any text. */
export const isLoose = (target: LabelTarget): boolean => LOOSE.has(kindOf(target));

/** True for a field with a few fixed options. */
export const isChoice = (target: LabelTarget): boolean => kindOf(target) === "choice";

/** The form entries of a label's value; null where the value does not fit the field. */
export function readValue(
  target: LabelTarget,
  label: string,
  raw: string,
): Partial<Record<DocumentField, string>> | null {
  if (PERIODS[target]?.test(label) || PERIODS[target]?.test(raw)) return null;
  if (target === "name") {
    const name = readName(raw.replace(/,/g, " "));
    return name && name.includes(" ") ? splitName(raw) : null;
  }
  if (kindOf(target) === "address") return readAddress(raw);
  const value = readOne(target, raw);
  return value === null ? null : { [target]: value };
}

function readOne(field: DocumentField, raw: string): string | null {
  switch (KINDS[field]) {
    case "amount":
      return readAmount(raw);
    case "date":
      return readDate(raw);
    case "name":
      return readName(raw);
    case "phone":
      return readPhone(raw);
    case "postal":
      return readPostal(raw);
    case "years":
      return readYears(raw);
    case "score":
      return readScore(raw);
    case "position":
      return readPosition(raw);
    case "city":
      return readCity(raw);
    case "choice":
      return readChoice(field, raw);
    default:
      return readLine(raw);
  }
}
