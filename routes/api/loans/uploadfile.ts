import { PDF_ONLY } from "../../../lib/domain/files/media_type.ts";
import { uploadLoanFile } from "../../../lib/features/files/upload_loan_file.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { LoanFileFields } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";
import { withOneFile } from "../../../lib/server/receive_one.ts";

/** The specification reads `data.response` here (spec 001, section 7.1). */
export const uploadLoanFileCall = call({
  method: "POST",
  path: "/api/loans/uploadfile",
  permission: "manageLoans",
  input: nothing,
  readsBody: true,
  run: async (ctx, _query, c) => ({
    data: {
      response: true,
      ...await withOneFile(c, { accept: PDF_ONLY, fields: LoanFileFields }, (input) => uploadLoanFile(ctx, input)),
    },
  }),
});
