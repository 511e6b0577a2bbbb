/** The call that takes in pictures of mails. */
import { uploadPicture } from "../../lib/features/mail/mod.ts";
import { PICTURE_TYPES } from "../../lib/domain/mail/picture.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { PictureFields } from "../../lib/schemas/mail/mail.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { withOneFile } from "../../lib/server/receive_one.ts";

/** POST /api/loans/uploademailpicture: the campaign's `id` and one `file`; answers the address that its text keeps. */
const uploadPictureCall = call({
  method: "POST",
  path: "/api/loans/uploademailpicture",
  permission: "manageLoans",
  input: EmptyInput,
  readsBody: true,
  run: async (ctx, _query, c) => ({
    data: await withOneFile(
      c,
      { accept: PICTURE_TYPES, fields: PictureFields },
      (input) => uploadPicture(ctx, input),
    ),
  }),
});

export const pictureCalls: readonly Call[] = [uploadPictureCall];
