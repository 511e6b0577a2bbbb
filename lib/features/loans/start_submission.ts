/** What the submit page starts with. */
import type { Context } from "../../../db/mod.ts";
import type { DraftContent } from "../../domain/loans/draft.ts";
import type { FormView, ShownConfig } from "../../domain/settings/form_config.ts";
import { shownConfig } from "../../domain/settings/shown_config.ts";
import { copyLoan } from "./copy_loan.ts";
import { loadDraft, type LoadedDraft } from "./load_draft.ts";
import { issueUploadToken } from "../files/upload_token.ts";
import { viewOf } from "./_application.ts";

export interface Submission {
  config: ShownConfig;
  formView: FormView;
  ltvLimit: number;
  tmpUploadId: string;
  /** What was left unfinished; it is offered, not opened. */
  draft: LoadedDraft | null;
  /** The earlier loan that the form begins with. */
  copy: { clientCode: string; content: DraftContent } | null;
}

/**
 * The form of the actor's view, the highest LTV in whole percent, and the upload's token: a draft's own where it may go
 * on, a new one for a copy. Throws not-found for a loan to copy that is not the actor's to see.
 */
export async function startSubmission(ctx: Context, copyOf: number | null): Promise<Submission> {
  const { settings, config } = ctx.lending();
  const formView = viewOf(ctx);
  const [draft, copy] = await Promise.all([
    loadDraft(ctx),
    copyOf === null ? null : copyLoan(ctx, { loanId: copyOf }),
  ]);
  return {
    config: shownConfig(config, formView),
    formView,
    ltvLimit: settings.maxLtv.limit,
    tmpUploadId: issueUploadToken(ctx, copy ? undefined : draft?.uploadId),
    draft,
    copy,
  };
}
