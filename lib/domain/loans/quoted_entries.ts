/** What a quote says of an application, for the form of a new loan. */
import type { QuoteInput } from "../lending/quote.ts";
import { formatEntry } from "./loan_form.ts";

/** The application's field for each figure of a quote. */
const FIELDS = {
  loanAmount: "newLoanAmount",
  valueOfResidence: "appraisedValue",
  creditScore: "creditScore",
  householdIncome: "primaryIncome",
  yearsOfEmployment: "yoe",
} as const;
/** Asked only where a mortgage ranks before the loan. */
const EXISTING = { existingFirstMtgAmt: "firstMortgage", existingFirstMtg: "mortgageMonthlyPayment" } as const;

/**
 * The form's entries by field name, as they are typed. Left out: fields that the loan's type does not use, and sliders
 * left at zero.
 */
export function quotedEntries(quote: QuoteInput): Record<string, string> {
  const fields = { ...FIELDS, ...(quote.type !== "first" && EXISTING), ...(quote.type === "bridge" && BRIDGE) };
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = quote[name as keyof QuoteInput];
    return value ? [[field, formatEntry(field, String(value))] as const] : [];
  });
  return { ...Object.fromEntries(entries), ...(quote.postal && { postal: quote.postal }) };
}

const BRIDGE = { bridgeTerm: "bridgeTerm" } as const;
