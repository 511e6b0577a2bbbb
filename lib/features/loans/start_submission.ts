/** The initial data of the submit page. */
import type { Context } from "../../../db/mod.ts";
import type { DraftContent } from "../../domain/loans/draft.ts";
import type { FormView, ShownConfig } from "../../domain/settings/form_config.ts";
import { shownConfig } from "../../domain/settings/shown_config.ts";
import { copyLoan } from "./copy_loan.ts";
import { loadDraft, type LoadedDraft } from "./load_draft.ts";
import { issueUploadToken } from "../files/upload_token.ts";
import { formViewOf } from "./_application.ts";

export interface Submission {
  config: ShownConfig;
  formView: FormView;
  ltvLimit: number;
  tmpUploadId: string;
  /** The saved draft, offered for continuing. */
  draft: LoadedDraft | null;
  /** The earlier loan to copy. */
  copy: { clientCode: string; content: DraftContent } | null;
}

/**
 * The form of the actor's view, the maximum LTV in whole percent, and an upload token: the draft's own where it can
 * continue, a new one for a copy. Throws not-found for a loan to copy that the actor may not see.
 */
export async function startSubmission(ctx: Context, copyOf: number | null): Promise<Submission> {
  const { settings, config } = ctx.lending();
  const formView = formViewOf(ctx);
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
