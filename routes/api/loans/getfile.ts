import { openLoanFile } from "../../../lib/features/files/open_file.ts";
import { OpenLoanFile } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";
import { serveFile } from "../../../lib/server/serve_file.ts";

/** The document for preview. */
export const getLoanFileCall = call({
  method: "GET",
  path: "/api/loans/getfile",
  permission: "manageLoans",
  input: OpenLoanFile,
  run: (ctx, input) => openLoanFile(ctx, input),
  reply: (file, c) => serveFile(c, file, { download: false }),
});
