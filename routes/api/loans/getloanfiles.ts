import { listLoanFiles } from "../../../lib/features/files/list_loan_files.ts";
import { OfLoan } from "../../../lib/schemas/loan_acts.ts";
import { call } from "../../../lib/server/call.ts";

/** A loan's files with their older versions; a call of our own, beside the specified ones. */
export const getLoanFilesCall = call({
  method: "POST",
  path: "/api/loans/getloanfiles",
  permission: "manageLoans",
  input: OfLoan,
  run: async (ctx, input) => ({ data: await listLoanFiles(ctx, input) }),
});
