/** Saves the actor's draft of an application. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { loans, submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { withoutSins } from "../../domain/documents/sin.ts";
import { type DraftContent, draftName, isEmptyDraft } from "../../domain/loans/draft.ts";
import { draftFilesUntil } from "../../domain/operations/retention.ts";
import { conflict } from "../../domain/refusal.ts";
import type { DraftInput } from "../../schemas/loans/draft.ts";
import { readOwnToken } from "../files/upload_token.ts";
import { requireEnabled } from "../require_enabled.ts";
import { retentionOf } from "../retention.ts";

/**
 * Stores one draft for each account, without social insurance numbers, and prolongs its files; leaves no audit row.
 * Throws 403 for another account's form, 409 for a submitted form and for one that would overwrite another or newer
 * draft.
 */
export async function saveDraft(
  ctx: Context,
  { draft, tmpUploadId, keptAt }: DraftInput,
): Promise<{ updatedAt: number }> {
  const { accountId, uploadId } = readOwnToken(ctx, tmpUploadId), { now } = ctx;
  const entries = JSON.stringify(withoutSins(draft));
  await inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    const made = await tx.select({ id: loans.id }).from(loans).where(eq(loans.tmpUploadId, uploadId)).get();
    if (made) throw conflict("This form was already submitted. Open a new one.");
    await requireCurrentDraft(tx, { accountId, uploadId, keptAt, entries });
    const columns = { uploadId, entries, updatedAt: now };
    await tx.insert(submissionDrafts).values({ accountId, createdAt: now, ...columns })
      .onConflictDoUpdate({ target: submissionDrafts.accountId, set: columns });
    const { drafts } = await retentionOf(tx, ctx.site);
    await tx.update(uploads).set({ expiresAt: draftFilesUntil(now, drafts) })
      .where(and(eq(uploads.id, uploadId), eq(uploads.accountId, accountId)));
  });
  return { updatedAt: now };
}

/** Throws 409 where another window saved a different or newer draft. */
async function requireCurrentDraft(
  tx: Tx,
  save: { accountId: number; uploadId: string; keptAt?: number; entries: string },
): Promise<void> {
  const there = await tx.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, save.accountId)).get();
  if (!there) return;
  if (there.uploadId === save.uploadId) {
    if (save.keptAt === undefined || there.updatedAt <= save.keptAt || there.entries === save.entries) return;
    throw conflict(
      "This application was changed in another window. Continue there, or reload this page to continue here.",
    );
  }
  const content: DraftContent = JSON.parse(there.entries);
  if (isEmptyDraft(content)) return;
  const name = draftName(content);
  throw conflict(
    `Another unfinished application${
      name && ` for ${name}`
    } is kept already. This one is kept once that one is submitted ` +
      "or started over.",
  );
}
