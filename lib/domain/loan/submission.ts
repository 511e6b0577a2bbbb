import { propertyValue, VALUE_REQUIRED } from "../lending/ltv.ts";
import type { LoanApplication } from "./application.ts";
import { firstError, type FormConfig, type FormEntries, type FormView, missingRequired } from "./form_config.ts";

/**
 * Why an application cannot be reviewed or submitted, or null: an empty required input, no property value (lending
 * rules, section 2), a loan amount of 0, or an entry that the configuration refuses (spec 001, sections 5.2 and 5.4).
 * `entries` is the form as it was filled in, so that an empty field can be told from a 0.
 */
export function submissionRefusal(
  config: FormConfig,
  entries: FormEntries,
  application: Pick<LoanApplication, "appraisedValue" | "homePurPrice" | "newLoanAmount">,
  view: FormView,
): string | null {
  const missing = missingRequired(config, entries, view);
  if (missing !== null) return missing;
  if (propertyValue(application) <= 0) return VALUE_REQUIRED;
  if (application.newLoanAmount <= 0) return "Loan amount is required!";
  const error = firstError(config, entries, view);
  if (error === null) return null;
  return error.option.message ?? `${error.input.label} cannot be ${error.option.value}`;
}
