/** Deletes a supporting document. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { OtherFileInput } from "../../schemas/files.ts";
import { getLoanFor } from "../loans/load.ts";
import { getFile, refuseReplaced, removeFile } from "./load.ts";

/**
 * Removes the file from the loan and reopens the condition it completed. Throws not-found, and 409 for a `current` one
 * that was replaced meanwhile.
 */
export function deleteOtherFile(ctx: Context, input: OtherFileInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id: loanId } = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getFile(tx, loanId, input.id);
    if (input.current) refuseReplaced(row);
    await removeFile(tx, ctx, { ...row, loanId });
  });
}
