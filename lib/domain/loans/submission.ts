import { propertyValue, VALUE_REQUIRED } from "../lending/ltv.ts";
import { parseNumber } from "../money.ts";
import type { LoanApplication } from "./application.ts";
import { type Occasion, plausibilityProblems, SUBMISSION } from "./plausibility.ts";
import {
  dropdownProblem,
  errorOption,
  type FormEntries,
  type FormView,
  isEmptyEntry,
  type ShownConfig,
} from "../settings/form_config.ts";
import { visitedInputs } from "../settings/form_order.ts";

/** A problem of one field: its name (`additionalProperties.0.value` in a row) and a message. */
export interface FieldProblem {
  field: string;
  message: string;
}

const LOAN_REQUIRED = "Loan amount is required!";

/** Why an entry of this input is refused (an Error option, loans specification 5.2). */
export function refusedEntry(label: string, option: { value: string | number; message?: string }): string {
  return option.message ?? `${label} cannot be ${option.value}`;
}

/**
 * Every problem that blocks review or submission: empty required inputs in the view's order, no property value
 * (lending rules 2), a loan amount of 0, then entries that the configuration refuses (loans specification 5.2 and 5.4).
 * `entries` is the form as filled in; last come entries that cannot be (lending rules 13), where the occasion is given.
 */
export function submissionProblems(
  config: ShownConfig,
  entries: FormEntries,
  view: FormView,
  application: Pick<LoanApplication, "appraisedValue" | "homePurPrice" | "newLoanAmount"> = amountsOf(entries),
  about: Omit<Occasion, "at"> | null = null,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refused: FieldProblem[] = [];
  for (const { input, row, path } of visitedInputs(config, entries, view)) {
    const entry = row[input.id];
    if (input.required && isEmptyEntry(entry)) problems.push({ field: path, message: `${input.label} is required!` });
    const option = errorOption(input, entry, view);
    if (option) refused.push({ field: path, message: refusedEntry(input.label, option) });
    const message = dropdownProblem(input, entry);
    if (message) refused.push({ field: path, message });
  }
  if (propertyValue(application) <= 0) problems.push({ field: "appraisedValue", message: VALUE_REQUIRED });
  if (application.newLoanAmount <= 0 && !problems.some(({ field }) => field === "newLoanAmount")) {
    problems.push({ field: "newLoanAmount", message: LOAN_REQUIRED });
  }
  return [
    ...problems,
    ...refused,
    ...(about === null ? [] : plausibilityProblems(entries, { ...about, at: SUBMISSION })),
  ];
}

function amountsOf(entries: FormEntries) {
  const amount = (name: string) => parseNumber(entries[name]) ?? 0;
  return {
    appraisedValue: amount("appraisedValue"),
    homePurPrice: amount("homePurPrice"),
    newLoanAmount: amount("newLoanAmount"),
  };
}
