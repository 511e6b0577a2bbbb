import { updateMultipleLoans } from "../../../lib/features/loans/update_multiple_loans.ts";
import { UpdateMultipleInput } from "../../../lib/schemas/loan_bulk.ts";
import { call } from "../../../lib/server/call.ts";

/** Many loans at once: `[ids]` computes them anew, `{loans: [ids], status, …}` sets their status. Answers each one's outcome. */
export const updateMultipleLoansCall = call({
  method: "POST",
  path: "/api/loans/updatemultipleloans",
  permission: "manageLoans",
  input: UpdateMultipleInput,
  run: async (ctx, input) => ({ data: await updateMultipleLoans(ctx, input) }),
});
