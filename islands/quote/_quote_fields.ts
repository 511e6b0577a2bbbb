import type { Figure } from "../../lib/client/quote/quote_state.ts";

/** Labels of a slider. `className` limits it to some loan types. */
export interface QuoteField {
  name: Figure;
  label: string;
  ends: readonly [string, string];
  unit?: "$";
  className?: string;
}

/**
 * The quote tool's sliders in three groups; ranges, steps and defaults are in the domain
 * (accounts specification 9).
 */
export const QUOTE_FIELDS: Record<"property" | "borrower" | "loan", readonly QuoteField[]> = {
  property: [
    { name: "valueOfResidence", label: "Estimated property value", ends: ["$250,000", "$3,000,000"], unit: "$" },
    {
      name: "existingFirstMtgAmt",
      label: "Existing first mortgage",
      ends: ["$0", "$1,000,000"],
      unit: "$",
      className: "existing",
    },
    {
      name: "existingFirstMtg",
      label: "First mortgage payment",
      ends: ["$0", "$7,500 a month"],
      unit: "$",
      className: "existing",
    },
  ],
  borrower: [
    { name: "creditScore", label: "Credit score", ends: ["400", "850"] },
    { name: "householdIncome", label: "Household income", ends: ["$0", "$250,000 a year"], unit: "$" },
    { name: "yearsOfEmployment", label: "Years at same employer", ends: ["0", "12 or more"] },
  ],
  loan: [
    { name: "loanAmount", label: "Loan amount", ends: ["$25,000", "$1,000,000"], unit: "$" },
    { name: "bridgeTerm", label: "Bridge term", ends: ["30 days", "120 days"], className: "term" },
  ],
};
