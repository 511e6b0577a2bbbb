/** The application fields that documents can fill, and how each value is read. */
import { readOption } from "./options.ts";
import { readName, splitName } from "./names.ts";
import {
  readAddress,
  readAmount,
  readCity,
  readDate,
  readLine,
  readMonth,
  readPhone,
  readPosition,
  readPostal,
  readScore,
  readYears,
} from "./values.ts";

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
  secondMortgage: "amount",
  secondMortgageLender: "words",
  secondMortgageMonthlyPayment: "amount",
  propertyTax: "amount",
  utilities: "amount",
} as const;

/** A field that a document can fill, by its application name. */
export type DocumentField = keyof typeof KINDS;
/** The target of a label: a field, or a full name that fills two. */
export type LabelTarget = DocumentField | "name";

type Period = "year" | "month" | "other";

/** What the form's amount is for: a figure of another period is another figure. */
const PERIOD_OF: Partial<Record<LabelTarget, Period>> = {
  primaryIncome: "year",
  secondaryIncome: "year",
  otherIncome: "year",
  propertyTax: "year",
  mortgageMonthlyPayment: "month",
  secondMortgageMonthlyPayment: "month",
  utilities: "month",
};

const PERIOD_WORDS: readonly (readonly [RegExp, Period])[] = [
  [/week|fortnight|semi-?month|quarter|hour|\bdaily\b|\/\s*wk\b/i, "other"],
  [/year|annual|annum|\/\s*yr\b|\bp\.?\s?a\.?$/i, "year"],
  [/month|\/\s*mo?\b|\bmth/i, "month"],
];

/** The periods that words name. */
const periodsIn = (text: string): Period[] =>
  PERIOD_WORDS.flatMap(([words, period]) => words.test(text) ? [period] : []);

/** `monthly`, `/ yr`, `per annum` behind an amount. */
const PERIOD_BEHIND =
  /\s*[,(]?\s*(?:(?:per|a|each|every|\/)\s*)?(?:[a-z-]*(?:month|year|annual|annum|week)[a-z]*|mo|m|mth|yr|wk|p\.?\s?a)\.?\)?$/i;

/** An amount without the period behind it; null where that is not the field's. */
function amountOf(target: LabelTarget, raw: string): string | null {
  if (periodsIn(raw).some((named) => named !== PERIOD_OF[target])) return null;
  const behind = PERIOD_BEHIND.exec(raw)?.[0] ?? "";
  // A bare M is a million.
  return /^\s*m\.?$/i.test(behind) ? raw : raw.slice(0, raw.length - behind.length);
}

/** True where the label names another period than the field's. */
function isOtherPeriod(target: LabelTarget, label: string): boolean {
  const own = PERIOD_OF[target];
  return own !== undefined && periodsIn(label).some((named) => named !== own);
}

/** Kinds that match almost any text: their position on the page must be certain. */
const LOOSE = new Set<string>(["name", "words", "city", "position"]);

const kindOf = (target: LabelTarget) => target === "name" ? "name" : KINDS[target];

/** True for a target that matches almost any text. */
export const isLoose = (target: LabelTarget): boolean => LOOSE.has(kindOf(target));

/** True for a field with a few fixed options. */
export const isOptionField = (target: LabelTarget): boolean => kindOf(target) === "choice";

/** The form entries of a label's value; null where the value does not fit the field. */
export function readValue(
  target: LabelTarget,
  label: string,
  raw: string,
): Partial<Record<DocumentField, string>> | null {
  if (isOtherPeriod(target, label)) return null;
  if (target === "name") {
    const name = readName(raw.replace(/,/g, " "));
    return name && name.includes(" ") ? splitName(raw) : null;
  }
  if (kindOf(target) === "address") return readAddress(raw);
  const text = kindOf(target) === "amount" ? amountOf(target, raw) : raw;
  const value = text === null ? null : readOne(target, text);
  return value === null ? null : { [target]: value };
}

function readOne(field: DocumentField, raw: string): string | null {
  switch (KINDS[field]) {
    case "amount":
      return readAmount(raw);
    case "date":
      // A mortgage matures in a month, on papers that name no day.
      return readDate(raw) ?? (field === "maturesIn" ? readMonth(raw) : null);
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
      return readOption(field, raw);
    default:
      return readLine(raw);
  }
}
