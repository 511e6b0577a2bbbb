import { Refusal } from "../../../lib/domain/refusal.ts";
import { openCommitment } from "../../../lib/features/files/open_file.ts";
import { LoanIdInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";
import { setFlash } from "../../../lib/server/flash.ts";
import { wantsPage } from "../../../lib/server/http.ts";
import { serveFile } from "../../../lib/server/serve_file.ts";

/** A link's target: the commitment as a download. Where there is none, a browser goes back to the loan's page. */
export const downloadCommitmentCall = call({
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
