/** An administrator deletes a supporting document. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { getLoanFor } from "../loans/load.ts";
import { getFile, removeFile } from "./load.ts";

/** Takes the file off the loan and opens the condition that it completed. Throws not-found. */
export function deleteOtherFile(ctx: Context, input: { id: string; loanId: number }): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id: loanId } = await getLoanFor(ctx.actor, tx, input.loanId);
    await removeFile(tx, ctx, { ...await getFile(tx, loanId, input.id), loanId });
  });
}
