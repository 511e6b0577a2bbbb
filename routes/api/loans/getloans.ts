import { getLoans } from "../../../lib/features/loans/get_loans.ts";
import { GetLoansInput } from "../../../lib/schemas/loan_list.ts";
import { call } from "../../../lib/server/call.ts";

/** The loan list: every loan for the lender, their own for brokers; `?page=&size=&status=`, newest first. */
export const getLoansCall = call({
  method: "GET",
  path: "/api/loans/getloans",
  permission: "useDashboard",
  input: GetLoansInput,
  run: (ctx, input) => getLoans(ctx, input),
});
