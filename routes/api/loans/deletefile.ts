import { deleteLoanFile } from "../../../lib/features/files/delete_loan_file.ts";
import { LoanFileInput } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";

/** The specification reads `data.response` here (spec 001, section 7.1). */
export const deleteLoanFileCall = call({
  method: "POST",
  path: "/api/loans/deletefile",
  permission: "manageLoans",
  input: LoanFileInput,
  async run(ctx, input) {
    await deleteLoanFile(ctx, input);
    return { data: { response: true } };
  },
});
