/** Permanently deletes loans in the trash. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import type { Outcomes } from "../../domain/loans/outcome.ts";
import { statusLabel } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import { removeSoon } from "../files/deletions.ts";
import { eachLoan } from "./_each_loan.ts";
import { getLoanFor } from "./load.ts";
import { deleteLoanRows } from "./delete_loan.ts";

/**
 * Each loan separately: one that is not in the trash or was ever funded (docs/decisions/loan-records.md) stays, with a
 * reason.
 */
export async function deleteTrash(ctx: Context, loans: readonly number[]): Promise<Outcomes> {
  const stored: string[] = [];
  const outcomes = await eachLoan(ctx, loans, async (loanId) => {
    const deleted = await inTransaction(ctx.db, async (tx) => {
      const { adminComSelect } = await getLoanFor(ctx.actor, tx, loanId);
      if (adminComSelect !== "Trash") {
        throw conflict(`It is ${statusLabel(adminComSelect)}, not in the trash. Move it there first.`);
      }
      return await deleteLoanRows(tx, ctx, loanId);
    });
    stored.push(...deleted);
  });
  await removeSoon(ctx, stored);
  return outcomes;
}
