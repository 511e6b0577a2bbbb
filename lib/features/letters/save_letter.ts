/** Saves the draft of a letter. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { SaveLetterInput } from "../../schemas/letters.ts";
import { audit } from "../audit.ts";
import { loadDraft, loadFacts } from "./_load.ts";
import { draftAuditDetails, filledFrom, isStoredDraft, refuseStaleDraft, writeDraft } from "./_write.ts";

/**
 * Stores the letter's terms and edited sections, even with gaps. Throws 404 for an unknown loan, 409 for a stale
 * letter, 422 for a section that it does not have.
 */
export function saveLetter(ctx: Context, input: SaveLetterInput): Promise<{ revision: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const read = await loadFacts(ctx, tx, input.loanId);
    const draft = await loadDraft(tx, input.loanId, input.kind);
    const letter = filledFrom(input, read.facts);
    if (draft.revision !== input.revision && isStoredDraft(draft, input, letter)) return { revision: draft.revision };
    await refuseStaleDraft(tx, read, draft, input);
    const revision = await writeDraft(tx, ctx, input, letter, false);
    await audit(tx, ctx, {
      action: "letter.save",
      entityId: input.loanId,
      before: { kind: input.kind, ...draftAuditDetails(draft.terms, draft.edits) },
      after: { kind: input.kind, ...draftAuditDetails(input.terms, letter.sections.filter(({ edited }) => edited)) },
    });
    return { revision };
  });
}
