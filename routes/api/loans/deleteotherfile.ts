import { deleteOtherFile } from "../../../lib/features/files/delete_other_file.ts";
import { OtherFileInput } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";

export const deleteOtherFileCall = call({
  method: "POST",
  path: "/api/loans/deleteotherfile",
  permission: "manageLoans",
  input: OtherFileInput,
  async run(ctx, input) {
    await deleteOtherFile(ctx, input);
    return {};
  },
});
