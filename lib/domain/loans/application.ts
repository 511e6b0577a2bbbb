import { parseNumber } from "../money.ts";
import type { UnderwritingInput } from "../lending/underwrite.ts";

/** Another property of the applicant. Whole dollars. */
export type AdditionalProperty = {
  address: string;
  value: number;
  mortgage: number;
};

/** Text fields of an application (loans specification 3.1). Dates are `YYYY-MM-DD` or empty. */
export const TEXT_FIELDS = [
  "firstOrSecond",
  "coBrokeredSelect",
  "useOfProceeds",
  "estClosingDate",
  "firstName",
  "lastName",
  "DOB",
  "address",
  "city",
  "postal",
  "phone",
  "region",
  "marritalStatus",
  "coApplicant",
  "employer",
  "sector",
  "typeOfIncome",
  "litigiousness",
  "repaying",
  "firstMortgageLender",
  "secondMortgageLender",
  "mrtgType",
  "maturesIn",
  "propertyType",
  "ownerOccupied",
] as const;

/** Number fields of an application: whole dollars, except `yoe` (years, decimals allowed) and `creditScore`. */
export const NUMBER_FIELDS = [
  "newLoanAmount",
  "broker_fee",
  "yoe",
  "primaryIncome",
  "secondaryIncome",
  "otherIncome",
  "debtInArrears",
  "judgeExec",
  "incomeTaxInArrears",
  "creditScore",
  "total_other_credits",
  "otherDebtRepaid",
  "homePurPrice",
  "appraisedValue",
  "firstMortgage",
  "mortgageMonthlyPayment",
  "secondMortgage",
  "secondMortgageMonthlyPayment",
  "utilities",
  "propertyTax",
] as const;

/** Text fields that hold a date. */
export const DATE_FIELDS = ["estClosingDate", "DOB", "maturesIn"] as const;

/** Number fields that may be null. */
export const OPTIONAL_NUMBER_FIELDS = ["odsOverride", "bridgeTerm"] as const;

export type TextField = (typeof TEXT_FIELDS)[number];
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** A loan application as entered (loans specification 3.1). */
export type LoanApplication =
  & { [field in TextField]: string }
  & { [field in NumberField]: number }
  & {
    /** Monthly servicing of other debt in dollars; replaces the computed value. */
    odsOverride: number | null;
    /** Term of a bridge in days. */
    bridgeTerm: number | null;
    additionalProperties: AdditionalProperty[];
    otherPropertiesCount: number;
    otherPropertiesTotal: number;
    otherPropertiesMtgTotal: number;
  };

/** Fails the type check if underwriting reads a field that an application does not have. */
type Covers<All extends Part, Part> = All;
export type UnderwritableApplication = Covers<LoanApplication, UnderwritingInput>;

const TEXT = new Set<string>(TEXT_FIELDS);
const DECIMALS = new Set<string>(["yoe", "odsOverride"]);

function amountOf(entry: unknown, whole: boolean): number {
  const number = parseNumber(entry);
  if (number === null) return 0;
  return whole ? Math.floor(number + 0.5) : number;
}

function textOf(entry: unknown): string {
  if (typeof entry === "string") return entry.trim();
  return typeof entry === "number" ? String(entry) : "";
}

function propertyOf(row: unknown): AdditionalProperty {
  const record = (typeof row === "object" && row !== null ? row : {}) as Record<string, unknown>;
  return {
    address: textOf(record.address),
    value: amountOf(record.value, true),
    mortgage: amountOf(record.mortgage, true),
  };
}

/** Additional properties from a list or its JSON text. Empty rows are dropped. */
export function additionalPropertiesFrom(entry: unknown): AdditionalProperty[] {
  let rows = entry;
  if (typeof entry === "string") {
    try {
      rows = JSON.parse(entry);
    } catch {
      return [];
    }
  }
  if (!Array.isArray(rows)) return [];
  return rows.map(propertyOf).filter(({ address, value, mortgage }) => address !== "" || value !== 0 || mortgage !== 0);
}

/** Count and totals of the additional properties, under their field names (loans specification 3.1). */
export function otherPropertyTotals(
  rows: readonly AdditionalProperty[],
): Pick<LoanApplication, "otherPropertiesCount" | "otherPropertiesTotal" | "otherPropertiesMtgTotal"> {
  let otherPropertiesTotal = 0;
  let otherPropertiesMtgTotal = 0;
  for (const row of rows) {
    otherPropertiesTotal += row.value;
    otherPropertiesMtgTotal += row.mortgage;
  }
  return { otherPropertiesCount: rows.length, otherPropertiesTotal, otherPropertiesMtgTotal };
}

/**
 * An application from form entries or a read file. Strips commas, spaces and dollar signs, rounds to whole dollars;
 * missing text is empty, missing numbers are 0, unknown fields are dropped. Property totals come from the rows where
 * there are any, else from the entries.
 */
export function applicationFrom(entries: Readonly<Record<string, unknown>>): LoanApplication {
  const fields: Record<string, unknown> = {};
  for (const field of TEXT) fields[field] = textOf(entries[field]);
  for (const field of NUMBER_FIELDS) fields[field] = amountOf(entries[field], !DECIMALS.has(field));
  for (const field of OPTIONAL_NUMBER_FIELDS) {
    fields[field] = parseNumber(entries[field]) === null ? null : amountOf(entries[field], !DECIMALS.has(field));
  }
  const additionalProperties = additionalPropertiesFrom(entries.additionalProperties);
  const totals = additionalProperties.length > 0 ? otherPropertyTotals(additionalProperties) : {
    otherPropertiesCount: amountOf(entries.otherPropertiesCount, true),
    otherPropertiesTotal: amountOf(entries.otherPropertiesTotal, true),
    otherPropertiesMtgTotal: amountOf(entries.otherPropertiesMtgTotal, true),
  };
  return { ...fields, additionalProperties, ...totals } as LoanApplication;
}
