/** POST /api/loans/testloan: the summary of an application. Read as data.response and data.result. */
import { reviewLoan } from "../../../lib/features/loans/review_loan.ts";
import { SubmissionInput } from "../../../lib/schemas/submission.ts";
import { call } from "../../../lib/server/call.ts";

export const testLoanCall = call({
  method: "POST",
  path: "/api/loans/testloan",
  permission: "submitLoan",
  input: SubmissionInput,
  run: async (ctx, input) => ({ data: { response: true, result: await reviewLoan(ctx, input) } }),
});
