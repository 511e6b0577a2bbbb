import { getLoan } from "../../../lib/features/loans/get_loan.ts";
import { LoanId } from "../../../lib/schemas/loan.ts";
import { call } from "../../../lib/server/call.ts";

export const getLoanCall = call({
  method: "POST",
  path: "/api/loans/getloan",
  permission: "manageLoans",
  input: LoanId,
  run: async (ctx, input) => ({ data: await getLoan(ctx, input) }),
});
