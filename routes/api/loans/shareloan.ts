import { shareLoan } from "../../../lib/features/loans/share_loan.ts";
import { OfLoan } from "../../../lib/schemas/loan_acts.ts";
import { call } from "../../../lib/server/call.ts";

export const shareLoanCall = call({
  method: "POST",
  path: "/api/loans/shareloan",
  permission: "manageLoans",
  input: OfLoan,
  run: async (ctx, input) => ({ data: await shareLoan(ctx, input) }),
});
