import { acceptedTypes, kindOfCondition } from "../../../lib/domain/files/file_kinds.ts";
import { uploadOtherFile } from "../../../lib/features/files/upload_other_file.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { OtherFileFields } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";
import { withOneFile } from "../../../lib/server/receive_one.ts";

export const uploadOtherFileCall = call({
  method: "POST",
  path: "/api/loans/uploadotherfile",
  permission: "completeConditions",
  input: nothing,
  readsBody: true,
  run: async (ctx, _query, c) => ({
    data: await withOneFile(c, {
      accept: ({ conditionId }) => acceptedTypes(kindOfCondition(Number(conditionId))),
      fields: OtherFileFields,
    }, (input) => uploadOtherFile(ctx, input)),
  }),
});
