/** The labels of each document type, and the field that each one stands for. */
import type { DocumentType } from "./document_types.ts";
import type { DocumentField, LabelTarget } from "./fields.ts";

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

/** Labels without a form field: they end the reach of a neighbouring label. */
const OTHERS = [
  "Amortization|Term|Interest rate|Rate|LTV|GDS|TDS|Payment frequency|Frequency|Deal ID|Application ID|Reference",
  "File number|Reference number|Report date|Date|Date of report|Effective date|Inspection date|Province|Prov|Country|Unit",
  "Email|Fax|Occupation|Job title|Title|Position held|SIN|S.I.N.|Social insurance number|Social insurance no.|Gender",
  "Dependents|Citizenship|Language|Broker|Brokerage|Agent|Submitted by|Lawyer|Down payment|Net worth|Total assets",
  "Assets|Liabilities|Lot size|Living area|Year built|Bedrooms|Bathrooms|Legal description|Zoning|Basement|Garage",
  "Appraiser|Designation|Signature|Comments|Notes|Status|Account|Balance|Limit|Opened|Inquiries|Trades|Bankruptcies",
  "Collections|Cost approach|Income approach|Direct comparison|Condition|Exterior|Heating|Page|Notary|Previous address",
  "Position|Charge|Payment|Monthly income|Branch|Middle name|Suffix|Relationship|Work phone|Business phone|Employer address|Employer phone",
].flatMap((line) => line.split("|"));

/** Headings of sections about somebody or something else, and headings that end those sections. */
const ELSEWHERE = [
  "Co-applicant information|Co-applicant details|Co-borrower information|Co-borrower details|Guarantor|Second applicant",
  "Guarantor information|Applicant 2|Borrower 2|Comparable sales|Comparables|Comparable 1|Comparable 2|Comparable 3",
  "Other properties|Other property|Other real estate|Referring broker|Appraiser information|Lender information",
  "Previous employment|Previous employer|Lender/client|Prepared for|Prepared by",
].flatMap((line) => line.split("|"));
const HERE = [
  "Applicant information|Applicant details|Borrower information|Borrower details|Primary applicant information|Loan",
  "Applicant 1|Borrower 1|Subject property|Property information|Property details|Property|Loan details|Mortgage request",
  "Loan request|Mortgage details|Loan information|Employment|Employment information|Income|Summary|Personal information",
  "Mortgage information|Existing mortgage|Existing mortgages|Credit summary|Valuation|Value|Consumer information",
].flatMap((line) => line.split("|"));

/** What a label says of its field in brackets: currency, period, how a date is written, that there are several. */
const IN_BRACKETS =
  /\((?:cad|cdn|\$|c\$|optional|yearly|annual|monthly|s|cell|home|[dmy]{1,4}(?:[\s/.-]*[dmy]{1,4}){1,2})\)/g;

/** A label for comparison: lower-case letters and digits, without currency, accents and marks. */
export function labelKey(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(IN_BRACKETS, "")
    .replace(/&/g, "and").replace(/[^a-z0-9]/g, "");
}

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

const OTHER_KEYS = new Set([...OTHERS, ...ELSEWHERE, ...HERE].map(labelKey));
const ELSEWHERE_KEYS = new Set(ELSEWHERE.map(labelKey));
const HERE_KEYS = new Set(HERE.map(labelKey));
const ANY_LABEL = new Set(Object.values(MEANINGS).flatMap((meanings) => [...meanings.keys()]));

/** A label's meaning in a document of this type, or null. */
export const meaningOf = (type: DocumentType, label: string): LabelMeaning | null =>
  MEANINGS[type].get(labelKey(label)) ?? null;

/** The fields that a document of this type can fill, in label order. */
export function fieldsOf(type: DocumentType): DocumentField[] {
  const targets = Object.keys(TABLES[type]) as LabelTarget[];
  return [...new Set(targets.flatMap((target) => target === "name" ? ["firstName", "lastName"] as const : [target]))];
}

/** True for text that is, or ends with, a known label. */
export function isLabel(text: string): boolean {
  const key = labelKey(text);
  return /:\s*$/.test(text) || OTHER_KEYS.has(key) || ANY_LABEL.has(key);
}

/** Labels that are the first mortgage's below its heading. A payment counts with its period alone. */
const IN_MORTGAGE: Readonly<Record<string, LabelMeaning>> = {
  balance: { target: "firstMortgage", rank: 1 },
  currentbalance: { target: "firstMortgage", rank: 1 },
  payment: { target: "mortgageMonthlyPayment", rank: 1 },
};

/** What a label that says little by itself means below the heading of the existing mortgage, or null. */
export const meaningInMortgage = (label: string): LabelMeaning | null => IN_MORTGAGE[labelKey(label)] ?? null;

/** A heading's section: about the applicant and property, about others, or null for no heading. */
export function sectionOf(text: string): "here" | "elsewhere" | null {
  const key = labelKey(text);
  return ELSEWHERE_KEYS.has(key) ? "elsewhere" : HERE_KEYS.has(key) ? "here" : null;
}
