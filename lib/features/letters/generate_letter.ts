/** Makes the PDF of a letter: the loan's commitment file from then on, ready to sign. */
import { and, eq, max } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions, files, presetConditions } from "../../../db/schema/mod.ts";
import { letterDocument, letterRefusal } from "../../domain/letters/letter.ts";
import { LETTER_TITLES, type LetterTerms } from "../../domain/letters/terms.ts";
import { COMMITMENT_CONDITION } from "../../domain/loans/conditions.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { GenerateLetterInput } from "../../schemas/letters.ts";
import { audit } from "../audit.ts";
import { recountConditions } from "../conditions/load.ts";
import { keepMadePdf } from "../files/keep_made.ts";
import { currentFile } from "../files/load.ts";
import { type LetterDraft, loadDraft, loadFacts, type LoanFacts } from "./_load.ts";
import { filledFrom, refuseStaleDraft, saidOf, writeDraft } from "./_write.ts";

export interface MadeLetter {
  revision: number;
  file: { id: string; name: string; uploadedAt: number };
}

/**
 * Makes the PDF beside the requests, stores it as the commitment (the file before stays, replaced), keeps the draft, and
 * marks condition 3 as ready to sign, adding it where it is missing. Throws 404 for an unknown loan; 409 where the loan
 * or the letter changed since it was opened; 422 for gaps, for characters that cannot be printed, and for terms above
 * the criminal rate. A refusal changes nothing.
 */
export async function generateLetter(ctx: Context, input: GenerateLetterInput): Promise<MadeLetter> {
  const { kind, loanId } = input;
  const { facts } = await unchanged(ctx, ctx.db, input);
  const letter = filledFrom(input, facts);
  const refusal = letterRefusal(letter);
  if (refusal) throw invalid(refusal);
  const bytes = await ctx.pdf.make(letterDocument(kind, facts, input.terms as LetterTerms, letter.sections));
  const name = `${LETTER_TITLES[kind]} ${facts.clientCode}.pdf`;

  return await keepMadePdf(ctx, name, bytes, async (tx, kept) => {
    const { draft } = await unchanged(ctx, tx, input);
    const old = await currentFile(tx, loanId, "commitment");
    await tx.insert(files).values({ ...kept, loanId, kind: "commitment", uploadedBy: ctx.actor!.id });
    // Not replaceFile: a signed letter stays with the version that was signed.
    if (old) await tx.update(files).set({ replacedBy: kept.id }).where(eq(files.id, old.id));
    const revision = await writeDraft(tx, ctx, input, letter, true);
    await readyToSign(tx, ctx, loanId);
    await audit(tx, ctx, {
      action: "letter.generate",
      entity: "loan",
      entityId: loanId,
      before: { kind, ...saidOf(draft.terms, draft.edits), fileId: old?.id ?? null },
      after: {
        kind,
        ...saidOf(input.terms, letter.sections.filter(({ edited }) => edited)),
        fileId: kept.id,
        sha256: kept.sha256,
        principal: letter.figures.principal,
        netAdvance: letter.figures.netAdvance,
        apr: letter.figures.apr,
      },
    });
    return { revision, file: { id: kept.id, name: kept.name, uploadedAt: kept.uploadedAt } };
  });
}

/** The loan and the draft, as the sender had them in front of them. */
async function unchanged(
  ctx: Context,
  db: Context["db"] | Tx,
  input: GenerateLetterInput,
): Promise<LoanFacts & { draft: LetterDraft }> {
  const read = await loadFacts(ctx, db, input.loanId);
  if (read.loan.updatedAt !== input.updatedAt) {
    throw conflict(
      "This loan was changed after you opened the letter. Nothing was made: load the letter again, look at the new " +
        "figures, then generate it.",
    );
  }
  const draft = await loadDraft(db, input.loanId, input.kind);
  refuseStaleDraft(draft, input.revision);
  return { ...read, draft };
}

/** Condition 3 asks for a signature from now on; where a signed letter was in, the new one has to be signed. */
async function readyToSign(tx: Tx, ctx: Context, loanId: number): Promise<void> {
  const ofLoan = and(eq(conditions.loanId, loanId), eq(conditions.id, COMMITMENT_CONDITION));
  const state = { readyAt: ctx.now, completed: false, fileId: null, completedAt: null, completedBy: null };
  const there = await tx.update(conditions).set(state).where(ofLoan).returning({ id: conditions.id });
  if (there.length === 0) {
    const preset = await tx.select().from(presetConditions).where(eq(presetConditions.id, COMMITMENT_CONDITION)).get();
    if (!preset) throw new Error("the preset of the commitment condition is missing");
    const last = await tx.select({ position: max(conditions.position) }).from(conditions)
      .where(eq(conditions.loanId, loanId)).get();
    await tx.insert(conditions).values({ ...preset, loanId, position: (last?.position ?? 0) + 1, readyAt: ctx.now });
  }
  await recountConditions(tx, loanId);
}
