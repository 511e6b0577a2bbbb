/** Deletes a loan's application, bureau, appraisal or commitment. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { LoanFileInput } from "../../schemas/files.ts";
import { getLoanFor } from "../loans/load.ts";
import { getFile, refuseReplaced, removeFile } from "./load.ts";

/**
 * Removes the file from the loan and reopens the condition it completed. Throws not-found, also for another type, and
 * 409 for a `current` one that was replaced meanwhile.
 */
export function deleteLoanFile(ctx: Context, input: LoanFileInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id: loanId } = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getFile(tx, loanId, input.id);
    if (row.kind !== input.type) throw notFound("file");
    if (input.current) refuseReplaced(row);
    await removeFile(tx, ctx, { ...row, loanId });
  });
}
