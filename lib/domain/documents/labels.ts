/** The labels of each document type, and the field that each one stands for. */
import type { DocumentType } from "./document_types.ts";
import type { DocumentField, LabelTarget } from "./fields.ts";
import { FRENCH_LABELS } from "./french_labels.ts";
import { labelKey, partKeys } from "./label_key.ts";
import { HEADINGS, OTHERS } from "./headings.ts";

/** Synonyms of a field; the first list takes precedence over the second. */
export type Synonyms = readonly [sure: readonly string[], weak?: readonly string[]];
type Table = Readonly<Partial<Record<LabelTarget, Synonyms>>>;

const PERSON: Table = {
  name: [[
    "Applicant name",
    "Applicant",
    "Borrower name",
    "Borrower",
    "Primary applicant",
    "Primary borrower",
    "Client name",
    "Consumer name",
    "Full name",
  ], ["Name", "Consumer", "Client"]],
  firstName: [["First name", "Given name", "Given names", "Applicant first name", "Borrower first name"]],
  lastName: [["Last name", "Surname", "Family name", "Applicant last name", "Borrower last name"]],
  DOB: [["Date of birth", "Birth date", "Birthdate", "DOB", "D.O.B.", "Born"]],
  phone: [["Phone", "Phone number", "Telephone", "Home phone", "Primary phone"], [
    "Cell phone",
    "Cell",
    "Mobile",
    "Mobile phone",
  ]],
};

const PLACE: Table = {
  address: [["Property address", "Subject property address", "Subject address", "Address of property"], [
    "Street address",
    "Address",
    "Current address",
    "Subject property",
  ]],
  city: [["Property city", "City", "Town", "Municipality", "City/Town"]],
  postal: [["Property postal code", "Postal code", "Postal", "Postcode"]],
  propertyType: [["Property type", "Type of property", "Dwelling type", "Dwelling style", "Type of dwelling"], [
    "Building type",
    "Type of building",
  ]],
  ownerOccupied: [["Owner occupied", "Owner-occupied", "Occupancy", "Occupied by", "Occupant"]],
  propertyTax: [[
    "Property tax",
    "Property taxes",
    "Annual property tax",
    "Annual property taxes",
    "Property tax, yearly",
    "Annual taxes",
    "Yearly taxes",
    "Realty taxes",
    "Municipal taxes",
  ], ["Taxes"]],
};

const APPLICATION: Table = {
  ...PERSON,
  ...PLACE,
  firstOrSecond: [["Mortgage type", "Mortgage position", "Charge position", "Mortgage rank"]],
  newLoanAmount: [[
    "Requested loan amount",
    "Requested mortgage amount",
    "Loan amount",
    "Loan amount requested",
    "Mortgage amount requested",
    "Amount requested",
    "Requested amount",
    "Mortgage amount",
    "Total loan amount",
  ]],
  useOfProceeds: [["Use of proceeds", "Use of funds", "Loan purpose", "Purpose of loan", "Purpose"]],
  broker_fee: [["Broker fee", "Broker fees", "Brokerage fee", "Broker's fee"]],
  estClosingDate: [["Closing date", "Estimated closing date", "Expected closing date", "Funding date", "Close date"]],
  marritalStatus: [["Marital status"]],
  coApplicant: [["Co-applicant", "Co-applicant name", "Co-borrower", "Co-borrower name", "Coapplicant"]],
  region: [["Region"]],
  employer: [["Employer", "Employer name", "Name of employer", "Current employer"]],
  sector: [["Sector", "Industry", "Employment sector", "Industry sector"]],
  yoe: [[
    "Years employed",
    "Years of employment",
    "Length of employment",
    "Time at job",
    "Years at job",
    "Employment length",
    "Tenure",
  ]],
  typeOfIncome: [["Type of income", "Income type", "Employment type"]],
  primaryIncome: [[
    "Primary income",
    "Primary income, yearly",
    "Annual income",
    "Gross annual income",
    "Applicant income",
    "Base income",
    "Yearly income",
  ], ["Income"]],
  secondaryIncome: [["Secondary income", "Secondary income, yearly", "Co-applicant income", "Spousal income"]],
  otherIncome: [["Other income", "Other income, yearly", "Additional income"]],
  creditScore: [["Credit score", "Beacon score", "Beacon"]],
  total_other_credits: [["Total other credit", "Total other debts", "Total consumer debt", "Total liabilities"]],
  appraisedValue: [["Appraised value", "Estimated value", "Estimated property value", "Market value"], [
    "Property value",
  ]],
  homePurPrice: [["Purchase price", "Original purchase price", "Home purchase price"]],
  firstMortgage: [[
    "First mortgage",
    "First mortgage balance",
    "1st mortgage",
    "1st mortgage balance",
    "Existing first mortgage",
    "Existing mortgage balance",
    "Mortgage balance",
  ], ["Outstanding balance"]],
  firstMortgageLender: [[
    "First mortgage lender",
    "1st mortgage lender",
    "First mortgage holder",
    "Existing lender",
    "Current lender",
    "Mortgage holder",
  ], ["Lender"]],
  mrtgType: [["First mortgage type", "Existing mortgage type", "Rate type", "Interest type"]],
  maturesIn: [["First mortgage matures", "Maturity date", "Mortgage maturity", "Renewal date", "Matures"]],
  secondMortgage: [[
    "Second mortgage balance",
    "2nd mortgage balance",
    "Existing second mortgage",
    "Existing 2nd mortgage",
    "Existing second mortgage balance",
  ]],
  secondMortgageLender: [["Second mortgage lender", "2nd mortgage lender", "Second mortgage holder"]],
  secondMortgageMonthlyPayment: [[
    "Existing second mortgage payment",
    "Second mortgage payment",
    "Second mortgage payment, monthly",
    "2nd mortgage payment",
  ]],
  mortgageMonthlyPayment: [[
    "First mortgage payment",
    "First mortgage payment, monthly",
    "1st mortgage payment",
    "Existing mortgage payment",
    "Monthly mortgage payment",
    "Monthly payment",
    "Mortgage payment",
    "Mortgage payment (monthly)",
  ]],
  utilities: [["Utilities", "Utilities, monthly", "Monthly utilities", "Heat and utilities"]],
};

const { name, firstName, lastName, DOB, phone } = PERSON;

const BUREAU: Table = {
  name,
  firstName,
  lastName,
  DOB,
  phone,
  creditScore: [[
    "Credit score",
    "Beacon score",
    "Beacon",
    "FICO score",
    "FICO",
    "CreditVision score",
    "Equifax risk score",
    "Score",
  ]],
  total_other_credits: [[
    "Total other credit",
    "Total outstanding balance",
    "Total balances",
    "Total balance",
    "Total debt",
    "Balances total",
  ]],
  debtInArrears: [["Total past due", "Past due amount", "Amount past due", "Past due", "Debt in arrears", "Arrears"]],
  judgeExec: [["Judgments", "Judgements", "Judgments and executions", "Total judgments", "Legal items total"]],
};

const APPRAISAL: Table = {
  ...PLACE,
  appraisedValue: [[
    "Appraised value",
    "Final value estimate",
    "Final estimate of value",
    "Estimated market value",
    "Market value",
    "Opinion of market value",
    "Value conclusion",
  ], ["Value"]],
  homePurPrice: [["Purchase price", "Last sale price", "Sale price", "Original purchase price"]],
};

/** A label's meaning: a field and the rank of the synonym (0 before 1). */
export interface LabelMeaning {
  target: LabelTarget;
  rank: 0 | 1;
}

const TABLES: Readonly<Record<DocumentType, Table>> = {
  application: APPLICATION,
  bureau: BUREAU,
  appraisal: APPRAISAL,
};

/** The synonyms of a document type's fields. */
export const synonymsOf = (type: DocumentType): Table => TABLES[type];

function meaningsOf(table: Table): ReadonlyMap<string, LabelMeaning> {
  const meanings = new Map<string, LabelMeaning>();
  for (const [target, lists] of Object.entries(table) as [LabelTarget, Synonyms][]) {
    lists.forEach((list, rank) =>
      list?.forEach((label) => meanings.set(labelKey(label), { target, rank: rank as 0 | 1 }))
    );
  }
  return meanings;
}

const MEANINGS: Readonly<Record<DocumentType, ReadonlyMap<string, LabelMeaning>>> = {
  application: meaningsOf(APPLICATION),
  bureau: meaningsOf(BUREAU),
  appraisal: meaningsOf(APPRAISAL),
};

const OTHER_KEYS = new Set([...OTHERS, ...HEADINGS].map(labelKey));
const FRENCH_KEYS = Object.entries(FRENCH_LABELS).map(([target, labels]) =>
  [target as LabelTarget, new Set(labels.map(labelKey))] as const
);
const ANY_LABEL = new Set([
  ...Object.values(MEANINGS).flatMap((meanings) => [...meanings.keys()]),
  ...FRENCH_KEYS.flatMap(([, keys]) => [...keys]),
]);

/** What a part of a label may mean; a French word may stand for several fields. */
function meaningsOfPart(type: DocumentType, key: string): LabelMeaning[] {
  const english = MEANINGS[type].get(key);
  return english
    ? [english]
    : FRENCH_KEYS.flatMap(([target, keys]): LabelMeaning[] =>
      keys.has(key) && TABLES[type][target] ? [{ target, rank: 1 }] : []
    );
}

/** The one field that all parts of a label in two languages stand for, as sure as its surest part, or null. */
function meaningOfParts(type: DocumentType, parts: readonly string[]): LabelMeaning | null {
  const [first, ...more] = parts.map((key) => meaningsOfPart(type, key));
  const common = (first ?? []).filter(({ target }) =>
    more.every((one) => one.some((other) => other.target === target))
  );
  if (common.length !== 1) return null;
  const [{ target, rank }] = common;
  const isSure = [first, ...more].flat().some((one) => one.target === target && one.rank === 0);
  return { target, rank: isSure ? 0 : rank };
}

/** A label's meaning in a document of this type, or null. */
export function meaningOf(type: DocumentType, label: string): LabelMeaning | null {
  const key = labelKey(label);
  const known = MEANINGS[type].get(key);
  if (known || OTHER_KEYS.has(key)) return known ?? null;
  const parts = partKeys(label);
  return meaningOfParts(type, parts.length > 0 ? parts : [key]);
}

/** The fields that a document of this type can fill, in label order. */
export function fieldsOf(type: DocumentType): DocumentField[] {
  const targets = Object.keys(TABLES[type]) as LabelTarget[];
  return [...new Set(targets.flatMap((target) => target === "name" ? ["firstName", "lastName"] as const : [target]))];
}

/** True for text that is, or ends with, a known label, or has one in either language. */
export const isLabel = (text: string): boolean =>
  /:\s*$/.test(text) || [labelKey(text), ...partKeys(text)].some((key) => OTHER_KEYS.has(key) || ANY_LABEL.has(key));
