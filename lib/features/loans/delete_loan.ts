/** Deletes a loan permanently, with its related rows and files. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { files, loans } from "../../../db/schema/mod.ts";
import { wasEverFunded } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import type { LoanReference } from "../../schemas/loans/acts.ts";
import { audit } from "../audit.ts";
import { removeSoon, scheduleDeletions } from "../files/deletions.ts";
import { getLoanFor } from "./load.ts";

/** Why a loan that was ever funded is kept (docs/decisions/loan-records.md). */
export const KEPT_ON_RECORD = "This loan was funded once, so its records are kept. Move it to the trash instead.";

/**
 * Deletes the loan in any status, then its files' bytes. Throws 404 for an unknown loan and 409 for one that was ever
 * funded.
 */
export async function deleteLoan(ctx: Context, { loanId }: LoanReference): Promise<void> {
  const stored = await inTransaction(ctx.db, (tx) => deleteLoanRows(tx, ctx, loanId));
  await removeSoon(ctx, stored);
}

/**
 * Deletes the loan's rows in a transaction, and notes that the bytes of its files go after the commit: returns their
 * ids.
 */
export async function deleteLoanRows(tx: Tx, ctx: Context, loanId: number): Promise<string[]> {
  const loan = await getLoanFor(ctx.actor, tx, loanId);
  if (loan.everFunded || wasEverFunded(loan.adminComSelect, loan)) throw conflict(KEPT_ON_RECORD);
  const rows = await tx.select({ id: files.id }).from(files).where(eq(files.loanId, loan.id));
  const stored = rows.map(({ id }) => id);
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
      files: stored,
    },
  });
  await scheduleDeletions(tx, stored, ctx.now);
  return stored;
}
