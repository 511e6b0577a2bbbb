/** Discards the actor's draft, for an empty form. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { submissionDrafts, uploads } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import type { DiscardDraftInput } from "../../schemas/loans/draft.ts";
import { issueUploadToken, readOwnToken } from "../files/upload_token.ts";

/**
 * Removes the draft; its files go with the next clean-up. Returns the token of a new upload. Throws 403 where the form
 * belongs to another account, 409 where the draft was saved after `keptAt` (milliseconds).
 */
export async function discardDraft(ctx: Context, input: DiscardDraftInput): Promise<{ tmpUploadId: string }> {
  const { accountId } = readOwnToken(ctx, input.tmpUploadId);
  await inTransaction(ctx.db, async (tx) => {
    const [deleted] = await tx.delete(submissionDrafts).where(eq(submissionDrafts.accountId, accountId))
      .returning({ uploadId: submissionDrafts.uploadId, updatedAt: submissionDrafts.updatedAt });
    if (!deleted) return;
    if (deleted.updatedAt > (input.keptAt ?? Infinity)) {
      throw conflict("This draft was saved again meanwhile, so it is kept. Reload the page to see it first.");
    }
    await tx.update(uploads).set({ expiresAt: ctx.now })
      .where(and(eq(uploads.id, deleted.uploadId), eq(uploads.accountId, accountId)));
  });
  return { tmpUploadId: issueUploadToken(ctx) };
}
