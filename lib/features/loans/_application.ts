/** Validates and underwrites the application of a review or submission. */
import type { Context } from "../../../db/mod.ts";
import { phoneProblems } from "../../domain/accounts/phone.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { checkLimit, type LimitCheck } from "../../domain/lending/lending_areas.ts";
import { applicationFrom, type LoanApplication } from "../../domain/loans/application.ts";
import { type LoanFigures, loanFigures } from "../../domain/loans/deal.ts";
import type { FormEntries, FormView } from "../../domain/settings/form_config.ts";
import { submissionProblems } from "../../domain/loans/submission.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import type { LendingSnapshot } from "../../domain/ports.ts";
import { invalid } from "../../domain/refusal.ts";
import type { SubmissionData } from "../../schemas/loans/submission.ts";
import { loanReason } from "./_loan_reason.ts";

/** A valid application (except for the limits), underwritten under the settings in force. */
export interface CheckedApplication {
  application: LoanApplication;
  /** Its refusal says that the broker's fee passes the legal ceiling (lending rules 8). */
  figures: LoanFigures;
  /** What the limit of the property's area says. */
  limit: LimitCheck;
  lending: LendingSnapshot;
}

/** The form view of an actor: administrators skip the Error options (loans specification 5.2). */
export const formViewOf = (ctx: Context): FormView => isAdministrator(ctx.actor) ? "admin" : "broker";

/** Throws 422 with the first problem as the reason, and each problem at its field (loans specification 5.4). */
export function checkApplication(ctx: Context, data: SubmissionData): CheckedApplication {
  const lending = ctx.lending();
  const application = applicationFrom(data);
  const about = { today: dateInToronto(ctx.now), minLoan: lending.settings.minLoan.amount };
  const problems = [
    ...submissionProblems(lending.config, formEntriesOf(data), formViewOf(ctx), application, about),
    ...phoneProblems(data),
  ];
  if (problems.length > 0) {
    const fields: Record<string, string> = {};
    for (const { field, message } of problems) fields[field] ??= message;
    throw invalid(loanReason(problems[0], lending.config), fields);
  }
  const figures = loanFigures({ ...application }, lending.settings, lending.config);
  return { application, figures, limit: checkLimit(figures.ltv, application, lending.settings), lending };
}

/** The entries as the form has them. The schema parses an empty value of a property as 0; no property is worth 0. */
function formEntriesOf(data: SubmissionData): FormEntries {
  const rows = data.additionalProperties?.map((row) => ({ ...row, value: row.value || null }));
  return { ...data, additionalProperties: rows ?? [] };
}
