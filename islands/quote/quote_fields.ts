import type { Figure } from "../../lib/client/quote/quote_state.ts";

/** Labels of a slider. `after` follows the number at its upper end. `className` limits it to some loan types. */
export interface QuoteField {
  name: Figure;
  label: string;
  after?: string;
  className?: string;
}

/**
 * The quote tool's sliders in three groups; ranges, steps and defaults are in the domain
 * (accounts specification 9).
 */
export const QUOTE_FIELDS: Record<"property" | "borrower" | "loan", readonly QuoteField[]> = {
  property: [
    { name: "valueOfResidence", label: "Estimated property value" },
    {
      name: "existingFirstMtgAmt",
      label: "Existing first mortgage",
      className: "existing",
    },
    {
      name: "existingFirstMtg",
      label: "First mortgage payment",
      after: " a month",
      className: "existing",
    },
  ],
  borrower: [
    { name: "creditScore", label: "Credit score" },
    { name: "householdIncome", label: "Household income", after: " or more a year" },
    { name: "yearsOfEmployment", label: "Years at same employer", after: " or more" },
  ],
  loan: [
    { name: "loanAmount", label: "Loan amount" },
    { name: "bridgeTerm", label: "Bridge term", after: " days", className: "term" },
  ],
};

/** The loan types, as choices. */
export const QUOTE_TYPES = [
  { value: "first", label: "First" },
  { value: "second", label: "Second" },
  { value: "bridge", label: "Bridge" },
];
