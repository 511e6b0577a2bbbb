/** A letter's enclosure: the disclosure statement, or the instructions to the lender's lawyer. */
import type { Context } from "../../../db/mod.ts";
import {
  type Enclosure,
  enclosureDocument,
  enclosureRefusal,
  type FilledEnclosure,
  fillEnclosure,
} from "../../domain/letters/enclosures.ts";
import type { LetterFacts } from "../../domain/letters/facts.ts";
import type { LetterKind, LetterTerms } from "../../domain/letters/terms.ts";
import { invalid } from "../../domain/refusal.ts";
import type { EnclosureInput } from "../../schemas/letters.ts";
import { loadDraft, loadFacts, offerOut } from "./_load.ts";

export interface EnclosureView {
  enclosure: Enclosure;
  letter: LetterKind;
  facts: LetterFacts;
  /** Those of the letter's draft, with the day of the letter that is out. */
  terms: LetterTerms;
  filled: FilledEnclosure;
}

/** Throws not-found for a loan that the actor may not see. */
export async function getEnclosure(
  ctx: Context,
  { loanId, enclosure, letter }: EnclosureInput,
): Promise<EnclosureView> {
  const [loaded, draft] = await Promise.all([
    loadFacts(ctx, ctx.db, loanId),
    loadDraft(ctx.db, loanId, letter),
  ]);
  const { facts } = loaded, offer = offerOut(loaded, letter);
  const terms = offer ? { ...draft.terms, letterDate: offer.letterDate } : draft.terms;
  const filled = fillEnclosure(enclosure, letter, facts, terms, { offer, edits: draft.edits });
  return { enclosure, letter, facts, terms, filled };
}

/** The enclosure as a PDF. Throws 404 for an unknown loan, 422 for gaps and problems. */
export async function printEnclosure(
  ctx: Context,
  input: EnclosureInput,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { facts, terms, filled } = await getEnclosure(ctx, input);
  const refusal = enclosureRefusal(filled);
  if (refusal) throw invalid(refusal);
  const bytes = await ctx.pdf.make(enclosureDocument(filled, facts, terms));
  return { name: `${filled.title} ${facts.clientCode}.pdf`, bytes };
}
