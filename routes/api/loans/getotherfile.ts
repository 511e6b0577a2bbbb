import { openOtherFile } from "../../../lib/features/files/open_file.ts";
import { OpenOtherFile } from "../../../lib/schemas/loan_files.ts";
import { call } from "../../../lib/server/call.ts";
import { serveFile } from "../../../lib/server/serve_file.ts";

/** The file itself: an attachment with `download=true`, else a preview where browsers can show it. */
export const getOtherFileCall = call({
  method: "GET",
  path: "/api/loans/getotherfile",
  permission: "completeConditions",
  input: OpenOtherFile,
  run: async (ctx, input) => ({ file: await openOtherFile(ctx, input), download: input.download }),
  reply: ({ file, download }, c) => serveFile(c, file, { download }),
});
