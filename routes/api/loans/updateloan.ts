import { updateLoan } from "../../../lib/features/loans/update_loan.ts";
import { UpdateLoanInput } from "../../../lib/schemas/loan.ts";
import { call } from "../../../lib/server/call.ts";

export const updateLoanCall = call({
  method: "POST",
  path: "/api/loans/updateloan",
  permission: "manageLoans",
  input: UpdateLoanInput,
  run: async (ctx, input) => ({ data: await updateLoan(ctx, input) }),
});
