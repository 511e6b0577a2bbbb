/** The calls of the area files. */
import {
  addUploadedFiles,
  checkUploadToken,
  deleteLoanFile,
  deleteOtherFile,
  listLoanFiles,
  openCommitment,
  openLoanFile,
  openOtherFile,
  uploadLoanFile,
  uploadOtherFile,
} from "../../lib/features/files/mod.ts";
import { acceptedTypes, kindOfCondition } from "../../lib/domain/files/file_kinds.ts";
import { PDF_ONLY } from "../../lib/domain/files/media_type.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import { LoanIdInput } from "../../lib/schemas/conditions.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  LoanFileFields,
  LoanFileInput,
  OpenLoanFile,
  OpenOtherFile,
  OtherFileFields,
  OtherFileInput,
} from "../../lib/schemas/files.ts";
import { LoanReference } from "../../lib/schemas/loans/acts.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { setFlash } from "../../lib/server/flash.ts";
import { wantsPage } from "../../lib/server/http.ts";
import { acceptsNdjson, ndjsonResponse } from "../../lib/server/ndjson_response.ts";
import { withOneFile } from "../../lib/server/receive_one.ts";
import { serveFile } from "../../lib/server/serve_file.ts";
import { receiveFiles } from "../../lib/server/uploads.ts";

/** POST /api/pdf/upload: files of an open submission form. Authorised by the signed tmpUploadId, not by a cookie. */

type Say = (line: object) => void;

/** Responds at once, or as NDJSON with the page being read, where the client accepts that. */
const uploadPdfCall = call({
  method: "POST",
  path: "/api/pdf/upload",
  permission: "public",
  input: EmptyInput,
  readsBody: true,
  run: async (signedIn, _query, c) => {
    const ctx = { ...signedIn, actor: null };
    const received = await receiveFiles(c, {
      accept: PDF_ONLY,
      // A token sent before the files is checked before anything is written.
      admit: ({ tmpUploadId }) => void (tmpUploadId !== undefined && checkUploadToken(ctx, tmpUploadId)),
    });
    const read = async (say?: Say) => {
      await using files = received;
      return await addUploadedFiles(ctx, files, say && ((progress) => say({ reading: progress })));
    };
    return acceptsNdjson(c) ? { read, whole: null } : { read: null, whole: await read() };
  },
  reply: ({ read, whole }, c) => read ? ndjsonResponse(c, read) : c.json({ response: true, ...whole }),
});

/** The specification reads `data.response` (loans specification 7.1). */
const uploadLoanFileCall = call({
  method: "POST",
  path: "/api/loans/uploadfile",
  permission: "manageLoans",
  input: EmptyInput,
  readsBody: true,
  run: async (ctx, _query, c) => ({
    data: {
      response: true,
      ...await withOneFile(c, { accept: PDF_ONLY, fields: LoanFileFields }, (input) => uploadLoanFile(ctx, input)),
    },
  }),
});

/** A supporting document, of a condition where `conditionId` is sent: fields and one `file`. */
const uploadOtherFileCall = call({
  method: "POST",
  path: "/api/loans/uploadotherfile",
  permission: "completeConditions",
  input: EmptyInput,
  readsBody: true,
  run: async (ctx, _query, c) => ({
    data: await withOneFile(c, {
      accept: ({ conditionId }) => acceptedTypes(kindOfCondition(Number(conditionId))),
      fields: OtherFileFields,
    }, (input) => uploadOtherFile(ctx, input)),
  }),
});

/** The document for preview. */
const getLoanFileCall = call({
  method: "GET",
  path: "/api/loans/getfile",
  permission: "manageLoans",
  input: OpenLoanFile,
  run: (ctx, input) => openLoanFile(ctx, input),
  reply: (file, c) => serveFile(c, file, { download: false }),
});

/** The file: an attachment with `download=true`, else a preview where browsers can show it. */
const getOtherFileCall = call({
  method: "GET",
  path: "/api/loans/getotherfile",
  permission: "completeConditions",
  input: OpenOtherFile,
  run: async (ctx, input) => ({ file: await openOtherFile(ctx, input), download: input.download }),
  reply: ({ file, download }, c) => serveFile(c, file, { download }),
});

/** A loan's files with older versions; not among the specified calls. */
const getLoanFilesCall = call({
  method: "POST",
  path: "/api/loans/getloanfiles",
  permission: "manageLoans",
  input: LoanReference,
  run: async (ctx, input) => ({ data: await listLoanFiles(ctx, input) }),
});

/** Downloads the commitment. Where there is none, a browser is redirected to the loan's page. */
const downloadCommitmentCall = call({
  method: "GET",
  path: "/api/loans/brokerDownloadCommitment",
  permission: "completeConditions",
  input: LoanIdInput,
  async run(ctx, input, c) {
    try {
      return { file: await openCommitment(ctx, input) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404 || !wantsPage(c)) throw error;
      return { loanId: input.loanId };
    }
  },
  reply(output, c) {
    if (output.file) return serveFile(c, output.file, { download: true });
    setFlash(c, { text: "There is no commitment to download.", kind: "bad" });
    return c.redirect(`/dashboard/viewloan/${output.loanId}`, 302);
  },
});

/** The specification reads `data.response` here (loans specification 7.1). */
const deleteLoanFileCall = call({
  method: "POST",
  path: "/api/loans/deletefile",
  permission: "manageLoans",
  input: LoanFileInput,
  async run(ctx, input) {
    await deleteLoanFile(ctx, input);
    return { data: { response: true } };
  },
});

/** Deletes a supporting document. */
const deleteOtherFileCall = call({
  method: "POST",
  path: "/api/loans/deleteotherfile",
  permission: "manageLoans",
  input: OtherFileInput,
  async run(ctx, input) {
    await deleteOtherFile(ctx, input);
    return {};
  },
});

export const filesCalls: readonly Call[] = [
  uploadPdfCall,
  uploadLoanFileCall,
  uploadOtherFileCall,
  getLoanFileCall,
  getOtherFileCall,
  getLoanFilesCall,
  downloadCommitmentCall,
  deleteLoanFileCall,
  deleteOtherFileCall,
];
