/** POST /api/pdf/upload: files of an open submission form. No cookie is read: the signed tmpUploadId lets it in. */
import { PDF_ONLY } from "../../../lib/domain/files/media_type.ts";
import { addUploadedFiles, checkUploadToken } from "../../../lib/features/files/add_uploaded_files.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";
import { answerInLines, takesLines } from "../../../lib/server/line_answer.ts";
import { receiveFiles } from "../../../lib/server/uploads.ts";

type Say = (line: object) => void;

/** Answers in one piece, or in lines that tell which page is being read, where the caller takes those. */
export const uploadPdfCall = call({
  method: "POST",
  path: "/api/pdf/upload",
  permission: "public",
  input: nothing,
  readsBody: true,
  run: async (signedIn, _query, c) => {
    const ctx = { ...signedIn, actor: null };
    const received = await receiveFiles(c, {
      accept: PDF_ONLY,
      // A token that comes ahead of the files is checked before a byte of them is written.
      admit: ({ tmpUploadId }) => void (tmpUploadId !== undefined && checkUploadToken(ctx, tmpUploadId)),
    });
    const read = async (say?: Say) => {
      await using files = received;
      return await addUploadedFiles(ctx, files, say && ((progress) => say({ reading: progress })));
    };
    return takesLines(c) ? { read, whole: null } : { read: null, whole: await read() };
  },
  reply: ({ read, whole }, c) => read ? answerInLines(c, read) : c.json({ response: true, ...whole }),
});
