/** Keeps an application that is still being filled in. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { loans, submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { withoutSins } from "../../domain/documents/sin.ts";
import { DRAFT_LIFETIME_MS } from "../../domain/loan/draft.ts";
import { conflict, forbidden } from "../../domain/refusal.ts";
import type { DraftInput } from "../../schemas/draft.ts";
import { readUploadToken } from "../files/_upload_token.ts";

/**
 * Stores the draft in place of the account's last one, without social insurance numbers, and keeps its files as long.
 * A draft is the person's own notebook: it is no record of the lender's and leaves no audit row. Throws 403 for another
 * account's form, 409 for one that is a loan already.
 */
export async function saveDraft(ctx: Context, { draft, tmpUploadId }: DraftInput): Promise<{ updatedAt: number }> {
  const ticket = readUploadToken(ctx, tmpUploadId);
  const { actor, now } = ctx;
  if (!actor || ticket.accountId !== actor.id) {
    throw forbidden("This form was opened by another account. Open it again.");
  }
  const entries = JSON.stringify(withoutSins(draft));
  await inTransaction(ctx.db, async (tx) => {
    const made = await tx.select({ id: loans.id }).from(loans).where(eq(loans.tmpUploadId, ticket.uploadId)).get();
    if (made) throw conflict("This form was already submitted.");
    const kept = { uploadId: ticket.uploadId, entries, updatedAt: now };
    await tx.insert(submissionDrafts).values({ accountId: actor.id, createdAt: now, ...kept })
      .onConflictDoUpdate({ target: submissionDrafts.accountId, set: kept });
    await tx.update(uploads).set({ expiresAt: now + DRAFT_LIFETIME_MS })
      .where(and(eq(uploads.id, ticket.uploadId), eq(uploads.accountId, actor.id)));
  });
  return { updatedAt: now };
}
