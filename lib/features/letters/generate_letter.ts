/** Generates the PDF of a letter as the loan's commitment file, ready to sign. */
import { isDeepStrictEqual } from "node:util";
import { and, eq, max } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, conditions, files, presetConditions } from "../../../db/schema/mod.ts";
import { type FilledLetter, letterDocument, letterRefusal, termErrors } from "../../domain/letters/letter.ts";
import { letterContract } from "../../domain/letters/letter_contract.ts";
import type { LetterTerms } from "../../domain/letters/terms.ts";
import { COMMITMENT_CONDITION } from "../../domain/loans/conditions.ts";
import { confirmFirst, invalid, stale } from "../../domain/refusal.ts";
import type { GenerateLetterInput } from "../../schemas/letters.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { acceptanceColumns } from "../conditions/broker_acted.ts";
import { recountConditions } from "../conditions/load.ts";
import { storePdf } from "../files/store_pdf.ts";
import { currentFile } from "../files/load.ts";
import { recordContract } from "../loans/contracts.ts";
import { type LetterDraft, type LetterNow, letterNow, loadDraft, loadFacts, type LoanFacts } from "./_load.ts";
import { draftAuditDetails, filledFrom, isStoredDraft, refuseStaleDraft, storedLetter, writeDraft } from "./_write.ts";

/** What the next letter is made from: this one is out and not signed yet. */
export interface MadeLetter extends LetterNow {
  revision: number;
}

/**
 * Stores the PDF as the commitment (the previous one stays, replaced), its terms as an offered contract, saves the
 * draft, and opens condition 3 for signing, adding it where missing. Throws 404; 409 for a stale loan or letter; 422
 * for gaps, unprintable characters, days that cannot be, terms above the criminal rate, and what was not confirmed.
 */
export async function generateLetter(ctx: Context, input: GenerateLetterInput): Promise<MadeLetter> {
  const { loanId, kind } = input;
  const revision = await madeBefore(ctx, input) ?? await makeLetter(ctx, input);
  const [read, file] = await Promise.all([loadFacts(ctx, ctx.db, loanId), currentFile(ctx.db, loanId, "commitment")]);
  return { ...letterNow(read, kind, file), revision };
}

/** Answers the new revision of the draft. */
async function makeLetter(ctx: Context, input: GenerateLetterInput): Promise<number> {
  const { kind, loanId } = input;
  const opened = await unchanged(ctx, ctx.db, input), { facts } = opened;
  const letter = filledFrom(input, facts);
  await refuseUnseen(ctx, opened, letter, input);
  const refusal = letterRefusal(letter);
  if (refusal) throw invalid(refusal, termErrors(letter, true));
  const unconfirmed = letter.toConfirm.filter((sentence) => !input.confirmed.includes(sentence));
  if (unconfirmed.length > 0) throw confirmFirst(unconfirmed, "generate the letter");
  const bytes = await ctx.pdf.make(letterDocument(kind, facts, input.terms as LetterTerms, letter.sections));
  const name = `${letter.title} ${facts.clientCode}.pdf`;

  return await storePdf(ctx, name, bytes, async (tx, kept) => {
    const { draft, loan } = await unchanged(ctx, tx, input);
    const old = await currentFile(tx, loanId, "commitment");
    await tx.insert(files).values({ ...kept, loanId, kind: "commitment", uploadedBy: ctx.actor!.id });
    // Not replaceFile: an executed letter stays with the version that was signed.
    if (old) await tx.update(files).set({ replacedBy: kept.id }).where(eq(files.id, old.id));
    const revision = await writeDraft(tx, ctx, input, letter, true);
    await readyToSign(tx, ctx, loanId);
    const offer = letterContract(kind, facts, input.terms as LetterTerms, letter.figures);
    const contract = await recordContract(tx, ctx, loan, offer, { stage: "offered", source: "letter", offerId: null });
    await audit(tx, ctx, {
      action: "letter.generate",
      entityId: loanId,
      before: { kind, ...draftAuditDetails(draft.terms, draft.edits), fileId: old?.id ?? null },
      after: {
        kind,
        ...draftAuditDetails(input.terms, letter.sections.filter(({ edited }) => edited)),
        fileId: kept.id,
        sha256: kept.sha256,
        principal: letter.figures.principal,
        netAdvance: letter.figures.netAdvance,
        apr: letter.figures.apr,
        contract: contract.version,
        ...(letter.toConfirm.length > 0 && { confirmed: letter.toConfirm }),
      },
    });
    const { expiresOn: day } = input.terms;
    await emit(tx, ctx, {
      type: "commitment.ready",
      v: 1,
      loanId,
      letter: letter.amends ? "amendment" : kind,
      day,
      by: ctx.actor!.id,
    });
    return revision;
  });
}

/** Refuses a letter that says something else than its page did, such as another broker, condition, balance or day. */
async function refuseUnseen(
  { db }: Context,
  read: LoanFacts & { draft: LetterDraft },
  { sections }: FilledLetter,
  { seen, kind }: GenerateLetterInput,
): Promise<void> {
  if (!seen || isDeepStrictEqual(seen, sections.map(({ filled }) => filled))) return;
  throw stale("what this letter says", { who: "", at: 0 }, await storedLetter(db, read, kind, read.draft));
}

/** The revision of the letter that this very request made, where its answer was lost; null where there is none. */
async function madeBefore(ctx: Context, input: GenerateLetterInput): Promise<number | null> {
  const { loanId, kind } = input;
  const { loan, facts } = await loadFacts(ctx, ctx.db, loanId);
  const draft = await loadDraft(ctx.db, loanId, kind), { revision, madeAt, updatedAt } = draft;
  const isMade = revision === input.revision + 1 && madeAt === updatedAt && loan.updatedAt === input.updatedAt;
  if (!isMade || !isStoredDraft(draft, input, filledFrom(input, facts))) return null;
  const file = await currentFile(ctx.db, loanId, "commitment");
  return file?.uploadedAt === madeAt ? revision : null;
}

/** The loan and the draft, unchanged since they were opened; throws 409 otherwise. */
async function unchanged(
  ctx: Context,
  db: Context["db"] | Tx,
  input: GenerateLetterInput,
): Promise<LoanFacts & { draft: LetterDraft }> {
  const read = await loadFacts(ctx, db, input.loanId);
  const draft = await loadDraft(db, input.loanId, input.kind);
  await refuseStaleDraft(db, read, draft, input);
  if (read.loan.updatedAt !== input.updatedAt) {
    const by = read.loan.updatedBy === null
      ? undefined
      : await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, read.loan.updatedBy)).get();
    const last = { who: by?.name ?? "", at: read.loan.updatedAt };
    throw stale("this loan", last, await storedLetter(db, read, input.kind, draft));
  }
  return { ...read, draft };
}

/** Opens condition 3 for signing; an executed letter has to be signed again. */
async function readyToSign(tx: Tx, ctx: Context, loanId: number): Promise<void> {
  const ofLoan = and(eq(conditions.loanId, loanId), eq(conditions.id, COMMITMENT_CONDITION));
  const open = { completed: false, fileId: null, completedAt: null, completedBy: null, ...acceptanceColumns(null) };
  const state = { readyAt: ctx.now, ...open };
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
