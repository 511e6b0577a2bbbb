/** Labels without a field, and the headings of a document's sections. */
import { FRENCH_ELSEWHERE, FRENCH_HERE, FRENCH_OTHERS } from "./french_labels.ts";
import { labelKey, partKeys } from "./label_key.ts";

/** Labels without a form field: they end the reach of a neighbouring label. */
export const OTHERS = [
  "Amortization|Term|Interest rate|Rate|LTV|GDS|TDS|Payment frequency|Frequency|Deal ID|Application ID|Reference",
  "File number|Reference number|Report date|Date|Date of report|Effective date|Inspection date|Province|Prov|Country|Unit",
  "Email|Fax|Occupation|Job title|Title|Position held|SIN|S.I.N.|Social insurance number|Social insurance no.|Gender",
  "Dependents|Citizenship|Language|Broker|Brokerage|Agent|Submitted by|Lawyer|Down payment|Net worth|Total assets",
  "Assets|Liabilities|Lot size|Living area|Year built|Bedrooms|Bathrooms|Legal description|Zoning|Basement|Garage",
  "Appraiser|Designation|Signature|Comments|Notes|Status|Account|Balance|Limit|Opened|Inquiries|Trades|Bankruptcies",
  "Collections|Cost approach|Income approach|Direct comparison|Condition|Exterior|Heating|Page|Notary|Previous address",
  "Position|Charge|Payment|Monthly income|Branch|Middle name|Suffix|Relationship|Work phone|Business phone",
  "Employer address|Employer phone|First mortgage details|First mortgage information|Second mortgage|2nd mortgage",
  "Second mortgage details|Second mortgage information|Third mortgage|3rd mortgage|Current balance|Debts",
].flatMap((line) => line.split("|")).concat(FRENCH_OTHERS);

/** Headings of sections about somebody or something else, and headings that end those sections. */
const ELSEWHERE = [
  "Co-applicant information|Co-applicant details|Co-borrower information|Co-borrower details|Guarantor|Second applicant",
  "Guarantor information|Applicant 2|Borrower 2|Comparable sales|Comparables|Comparable 1|Comparable 2|Comparable 3",
  "Other properties|Other property|Other real estate|Referring broker|Appraiser information|Lender information",
  "Previous employment|Previous employer|Lender/client|Prepared for|Prepared by",
].flatMap((line) => line.split("|")).concat(FRENCH_ELSEWHERE);
const HERE = [
  "Applicant information|Applicant details|Borrower information|Borrower details|Primary applicant information|Loan",
  "Applicant 1|Borrower 1|Subject property|Property information|Property details|Property|Loan details|Mortgage request",
  "Loan request|Mortgage details|Loan information|Employment|Employment information|Income|Summary|Personal information",
  "Mortgage information|Existing mortgage|Existing mortgages|Credit summary|Valuation|Value|Consumer information",
].flatMap((line) => line.split("|")).concat(FRENCH_HERE);

export const HEADINGS: readonly string[] = [...ELSEWHERE, ...HERE];

const ELSEWHERE_KEYS = new Set(ELSEWHERE.map(labelKey));
const HERE_KEYS = new Set(HERE.map(labelKey));

/** A heading's section: about the applicant and property, about others, or null for no heading. */
export function sectionOf(text: string): "here" | "elsewhere" | null {
  const keys = [labelKey(text), ...partKeys(text)];
  const has = (known: ReadonlySet<string>) => keys.some((key) => known.has(key));
  return has(ELSEWHERE_KEYS) ? "elsewhere" : has(HERE_KEYS) ? "here" : null;
}
