/** Saves the draft of a letter, unless it changed since it was opened. */
import { and, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { letters, letterSections } from "../../../db/schema/mod.ts";
import type { LetterFacts } from "../../domain/letters/facts.ts";
import { type FilledLetter, fillLetter } from "../../domain/letters/letter.ts";
import type { LetterKind, LetterTerms, SectionEdit } from "../../domain/letters/terms.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import type { SaveLetterInput } from "../../schemas/letters.ts";
import { changes } from "../audit.ts";
import { currentFile } from "../files/load.ts";
import { type LetterDraft, letterNow, type LoanFacts } from "./_load.ts";

/** The letter as it is stored, with what its page shows beside it: the basis of a stale editor's merge. */
export const storedLetter = async (
  db: Context["db"] | Tx,
  read: LoanFacts,
  kind: LetterKind,
  { revision, terms, edits }: LetterDraft,
) => ({
  ...letterNow(read, kind, await currentFile(db, read.loan.id, "commitment")),
  revision,
  terms,
  sections: edits,
});

/** Throws 409 where the letter was saved since it was opened. */
export async function refuseStaleDraft(
  db: Context["db"] | Tx,
  read: LoanFacts,
  draft: LetterDraft,
  { kind, revision }: SaveLetterInput,
): Promise<void> {
  if (draft.revision === revision) return;
  const last = { who: draft.updatedBy, at: draft.updatedAt ?? 0 };
  throw stale("this letter", last, await storedLetter(db, read, kind, draft));
}

/** True where the stored draft has what this one would store: it was sent before, and its answer was lost. */
export function isStoredDraft(draft: LetterDraft, input: SaveLetterInput, letter: FilledLetter): boolean {
  const text = (edits: readonly SectionEdit[]) =>
    JSON.stringify(edits.map(({ id, text, basis }) => [id, text, basis]).toSorted());
  return draft.revision > 0 && Object.keys(changes<object>(draft.terms, input.terms).after).length === 0 &&
    text(draft.edits) === text(editedOf(input, letter));
}

/** What is stored of the sections: those that are not as they were filled. */
const editedOf = ({ sections }: SaveLetterInput, letter: FilledLetter) =>
  sections.filter(({ id }) => letter.sections.some((one) => one.id === id && one.edited));

/** The submitted letter, filled from the loan. Throws 422 for a section that the letter does not have. */
export function filledFrom(input: SaveLetterInput, facts: LetterFacts): FilledLetter {
  const letter = fillLetter(input.kind, facts, input.terms as LetterTerms, input.sections);
  if (input.sections.some(({ id }) => !letter.sections.some((section) => section.id === id))) {
    throw invalid("This letter has no such section. Reload the page.");
  }
  return letter;
}

/** Stores terms and edited sections; returns the new revision. Sections equal to the filled text are not stored. */
export async function writeDraft(
  tx: Tx,
  ctx: Context,
  input: SaveLetterInput,
  letter: FilledLetter,
  made: boolean,
): Promise<number> {
  const { loanId, kind } = input;
  const row = {
    ...input.terms,
    revision: input.revision + 1,
    updatedAt: ctx.now,
    updatedBy: ctx.actor?.id ?? null,
    ...(made ? { madeAt: ctx.now, offeredUntil: input.terms.expiresOn } : {}),
  };
  await tx.insert(letters).values({ loanId, kind, ...row })
    .onConflictDoUpdate({ target: [letters.loanId, letters.kind], set: row });
  await tx.delete(letterSections).where(and(eq(letterSections.loanId, loanId), eq(letterSections.kind, kind)));
  const edited = editedOf(input, letter);
  if (edited.length) {
    const rows = edited.map(({ id, text, basis }) => ({ loanId, kind, section: id, text, basis }));
    await tx.insert(letterSections).values(rows);
  }
  return row.revision;
}

/** A draft's part of an audit row. */
export const draftAuditDetails = (terms: object, edits: readonly { id: string; text: string }[]) => ({
  ...terms,
  sections: Object.fromEntries(edits.map(({ id, text }) => [id, text])),
});
