/** A loan's letter for its page. */
import type { Context } from "../../../db/mod.ts";
import type { LetterKind } from "../../domain/letters/terms.ts";
import { currentFile } from "../files/load.ts";
import { type LetterDraft, type LetterNow, letterNow, loadDraft, loadFacts } from "./_load.ts";

/** The data of a letter's page. */
export interface LetterView extends LetterNow {
  draft: LetterDraft;
}

/** Throws not-found for a loan that the actor may not see. */
export async function getLetter(ctx: Context, input: { loanId: number; kind: LetterKind }): Promise<LetterView> {
  const [loaded, draft, file] = await Promise.all([
    loadFacts(ctx, ctx.db, input.loanId),
    loadDraft(ctx.db, input.loanId, input.kind),
    currentFile(ctx.db, input.loanId, "commitment"),
  ]);
  return { ...letterNow(loaded, input.kind, file), draft };
}
