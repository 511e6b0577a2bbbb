/** POST /api/loans/newloan: submits an application. Read as response and data.loanId. */
import { submitLoan } from "../../../lib/features/loans/submit_loan.ts";
import { SubmissionInput } from "../../../lib/schemas/submission.ts";
import { call } from "../../../lib/server/call.ts";

export const newLoanCall = call({
  method: "POST",
  path: "/api/loans/newloan",
  permission: "submitLoan",
  input: SubmissionInput,
  run: async (ctx, input) => ({ data: await submitLoan(ctx, input) }),
});
