/** Deletes a loan permanently, with its related rows and files. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { files, loans } from "../../../db/schema/mod.ts";
import { wasEverFunded } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import type { LoanReference } from "../../schemas/loans/acts.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "./load.ts";

/** Why a loan that was ever funded is kept (docs/decisions/loan-records.md). */
export const KEPT_FIVE_YEARS =
  "This loan was funded once, and a lender keeps such records for five years. It cannot be deleted; the trash can hold it.";

/**
 * Deletes the loan in any status, then its files' bytes. Throws 404 for an unknown loan and 409 for one that was ever
 * funded.
 */
export async function deleteLoan(ctx: Context, { loanId }: LoanReference): Promise<void> {
  const ids = await inTransaction(ctx.db, (tx) => deleteLoanRows(tx, ctx, loanId));
  await removeBytes(ctx, ids);
}

/** Deletes the loan's rows in a transaction. Returns the ids of its files, whose bytes go after the commit. */
export async function deleteLoanRows(tx: Tx, ctx: Context, loanId: number): Promise<string[]> {
  const loan = await getLoanFor(ctx.actor, tx, loanId);
  if (loan.everFunded || wasEverFunded(loan.adminComSelect, loan)) throw conflict(KEPT_FIVE_YEARS);
  const stored = await tx.select({ id: files.id }).from(files).where(eq(files.loanId, loan.id));
  await tx.delete(loans).where(eq(loans.id, loan.id));
  const { clientCode, adminComSelect, firstOrSecond, newLoanAmount, brokerId, timestamp } = loan;
  await audit(tx, ctx, {
    action: "loan.delete",
    entityId: loan.id,
    before: {
      clientCode,
      adminComSelect,
      firstOrSecond,
      newLoanAmount,
      brokerId,
      timestamp,
      files: stored.map(({ id }) => id),
    },
  });
  return stored.map(({ id }) => id);
}

/**
 * Removes stored bytes whose rows are deleted. If the store is unavailable they are orphaned, and the deletion still
 * succeeds.
 */
export async function removeBytes(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ctx.files.remove(id).catch(() => {});
}
