/** Deletes a supporting document. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { getLoanFor } from "../loans/load.ts";
import { getFile, removeFile } from "./load.ts";

/** Removes the file from the loan and reopens the condition it completed. Throws not-found. */
export function deleteOtherFile(ctx: Context, input: { id: string; loanId: number }): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id: loanId } = await getLoanFor(ctx.actor, tx, input.loanId);
    await removeFile(tx, ctx, { ...await getFile(tx, loanId, input.id), loanId });
  });
}
