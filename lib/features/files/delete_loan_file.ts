/** Deletes a loan's application, bureau, appraisal or commitment. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { MainKind } from "../../domain/files/file_kinds.ts";
import { notFound } from "../../domain/refusal.ts";
import { getLoanFor } from "../loans/load.ts";
import { getFile, removeFile } from "./load.ts";

/** Removes the file from the loan and reopens the condition it completed. Throws not-found, also for another type. */
export function deleteLoanFile(ctx: Context, input: { id: string; type: MainKind; loanId: number }): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id: loanId } = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getFile(tx, loanId, input.id);
    if (row.kind !== input.type) throw notFound("file");
    await removeFile(tx, ctx, { ...row, loanId });
  });
}
