/** A loan's letter for its page. */
import type { Context } from "../../../db/mod.ts";
import type { ContractTerms } from "../../domain/lending/contract.ts";
import type { LetterFacts } from "../../domain/letters/facts.ts";
import type { LetterKind } from "../../domain/letters/terms.ts";
import { currentFile } from "../files/load.ts";
import { type LetterDraft, loadDraft, loadFacts, offerOut } from "./_load.ts";

/** The data of a letter's page. */
export interface LetterView {
  facts: LetterFacts;
  draft: LetterDraft;
  /** The loan's version behind the figures, milliseconds. */
  updatedAt: number;
  /** What the letter that is out offers. */
  offer: ContractTerms | null;
  /** The current commitment file. */
  file: { id: string; name: string; uploadedAt: number } | null;
}

/** Throws not-found for a loan that the actor may not see. */
export async function getLetter(ctx: Context, input: { loanId: number; kind: LetterKind }): Promise<LetterView> {
  const [loaded, draft, file] = await Promise.all([
    loadFacts(ctx, ctx.db, input.loanId),
    loadDraft(ctx.db, input.loanId, input.kind),
    currentFile(ctx.db, input.loanId, "commitment"),
  ]);
  return {
    facts: loaded.facts,
    draft,
    offer: offerOut(loaded, input.kind),
    updatedAt: loaded.loan.updatedAt,
    file: file ? { id: file.id, name: file.name, uploadedAt: file.uploadedAt } : null,
  };
}
