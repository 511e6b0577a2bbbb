import { exportLoans } from "../../../lib/features/loans/export_loans.ts";
import { ListedLoansInput } from "../../../lib/schemas/loan_list.ts";
import { call } from "../../../lib/server/call.ts";

/** What the lender's list shows of its loans, a thousand at a time, by the query of its address: the export reads it. */
export const listedLoansCall = call({
  method: "GET",
  path: "/api/loans/listedloans",
  permission: "manageLoans",
  input: ListedLoansInput,
  run: (ctx, input) => exportLoans(ctx, input),
});
