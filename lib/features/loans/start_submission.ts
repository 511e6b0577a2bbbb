/** What the submit page starts with. */
import type { Context } from "../../../db/mod.ts";
import type { FormView, ShownConfig } from "../../domain/loan/form_config.ts";
import { shownConfig } from "../../domain/loan/shown_config.ts";
import { issueUploadToken } from "../files/_upload_token.ts";
import { viewOf } from "./_application.ts";

/** The form of the actor's view, the highest LTV in whole percent, and the token of a new upload. */
export function startSubmission(
  ctx: Context,
): { config: ShownConfig; formView: FormView; ltvLimit: number; tmpUploadId: string } {
  const { settings, config } = ctx.lending();
  const formView = viewOf(ctx);
  return {
    config: shownConfig(config, formView),
    formView,
    ltvLimit: settings.maxLtv.limit,
    tmpUploadId: issueUploadToken(ctx),
  };
}
