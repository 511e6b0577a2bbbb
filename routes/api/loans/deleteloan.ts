import { deleteLoan } from "../../../lib/features/loans/delete_loan.ts";
import { OfLoan } from "../../../lib/schemas/loan_acts.ts";
import { call } from "../../../lib/server/call.ts";

/** The specification reads `data.response` here (spec 001, section 7.1). */
export const deleteLoanCall = call({
  method: "POST",
  path: "/api/loans/deleteloan",
  permission: "manageLoans",
  input: OfLoan,
  async run(ctx, input) {
    await deleteLoan(ctx, input);
    return { data: { response: true } };
  },
});
