/** The initial data of the submit page. */
import type { Context } from "../../../db/mod.ts";
import type { DraftContent } from "../../domain/loans/draft.ts";
import { positionLabel } from "../../domain/lending/ltv.ts";
import type { QuoteInput } from "../../domain/lending/quote.ts";
import { quotedEntries } from "../../domain/loans/quoted_entries.ts";
import type { FormView, ShownConfig } from "../../domain/settings/form_config.ts";
import { loanInputsOf } from "../../domain/settings/form_order.ts";
import { shownConfig } from "../../domain/settings/shown_config.ts";
import { copyLoan } from "./copy_loan.ts";
import { loadDraft, type LoadedDraft } from "./load_draft.ts";
import { issueUploadToken } from "../files/upload_token.ts";
import { formViewOf } from "./_application.ts";

export interface Submission {
  config: ShownConfig;
  formView: FormView;
  ltvLimit: number;
  /** The least that is lent, in whole dollars. */
  minLoan: number;
  tmpUploadId: string;
  /** The saved draft, offered for continuing. */
  draft: LoadedDraft | null;
  /** What the form begins with: an earlier loan, or a quote. */
  begun: { from: "copy"; clientCode: string; content: DraftContent } | { from: "quote"; content: DraftContent } | null;
}

/**
 * The form of the actor's view, the maximum LTV in whole percent, and an upload token: the draft's own where it can
 * continue, a new one for a form that begins with a loan or a quote. Throws not-found for a loan to copy that the actor
 * may not see.
 */
export async function startSubmission(
  ctx: Context,
  begin: { copyOf: number | null; quote: QuoteInput | null },
): Promise<Submission> {
  const { settings, config } = ctx.lending();
  const formView = formViewOf(ctx);
  const { copyOf, quote } = begin;
  const [draft, copy] = await Promise.all([
    loadDraft(ctx),
    copyOf === null ? null : copyLoan(ctx, { loanId: copyOf }),
  ]);
  const shown = shownConfig(config, formView);
  const begun = copy
    ? { from: "copy" as const, ...copy }
    : quote && { from: "quote" as const, content: quotedDraft(quote, shown, formView) };
  return {
    config: shown,
    formView,
    ltvLimit: settings.maxLtv.limit,
    minLoan: settings.minLoan.amount,
    tmpUploadId: issueUploadToken(ctx, begun ? undefined : draft?.uploadId),
    draft,
    begun,
  };
}

/** The quote's figures in the fields that the form shows, each marked as the quote's. */
function quotedDraft(quote: QuoteInput, config: ShownConfig, view: FormView): DraftContent {
  const quoted = quotedEntries(quote);
  const entries = loanInputsOf(config, view)
    .flatMap(({ id, options }) => {
      const entry = id === "firstOrSecond"
        ? positionLabel(options.map(({ value }) => String(value)), quote.type)
        : quoted[id];
      return entry === undefined ? [] : [[id, entry] as const];
    });
  const marks = entries.map(([field]) => [field, { type: "quote" as const }]);
  return {
    entries: Object.fromEntries(entries),
    rows: [],
    exit: "",
    comments: "",
    marks: Object.fromEntries(marks),
    files: [],
  };
}
