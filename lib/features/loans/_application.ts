/** Reads what a review or a submission sent, underwrites it, and refuses what cannot be reviewed. */
import type { Context } from "../../../db/mod.ts";
import { underwrite, type Underwriting } from "../../domain/lending/underwrite.ts";
import { applicationFrom, type LoanApplication } from "../../domain/loans/application.ts";
import type { FormEntries, FormView } from "../../domain/settings/form_config.ts";
import { submissionProblems } from "../../domain/loans/submission.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import type { LendingSnapshot } from "../../domain/ports.ts";
import { invalid } from "../../domain/refusal.ts";
import type { SubmissionData } from "../../schemas/loans/submission.ts";

/** An application that passed every check but the loan-to-value limit, underwritten under the settings in force. */
export interface CheckedApplication {
  application: LoanApplication;
  worth: Underwriting;
  lending: LendingSnapshot;
}

/** Which orders and checks an actor's form has: administrators skip the Error options (spec 001, section 5.2). */
export const viewOf = (ctx: Context): FormView => isAdministrator(ctx.actor) ? "admin" : "broker";

/** Throws 422 with the first problem as the reason, and every problem at its field (spec 001, section 5.4). */
export function checkApplication(ctx: Context, data: SubmissionData): CheckedApplication {
  const lending = ctx.lending();
  const application = applicationFrom(data);
  const problems = submissionProblems(lending.config, asEntered(data), viewOf(ctx), application);
  if (problems.length > 0) {
    const fields: Record<string, string> = {};
    for (const { field, message } of problems) fields[field] ??= message;
    throw invalid(problems[0].message, fields);
  }
  return { application, worth: underwrite(application, lending.settings, lending.config), lending };
}

/** The entries as the form has them: the schema reads an empty amount of a row as 0, which no property is worth. */
function asEntered(data: SubmissionData): FormEntries {
  const rows = data.additionalProperties?.map((row) => ({ ...row, value: row.value || null }));
  return { ...data, additionalProperties: rows ?? [] };
}
