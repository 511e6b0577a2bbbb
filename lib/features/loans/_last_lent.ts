/** How a loan was while it last was lent, so that taking it out of the trash restores it (lending rules 12). */
import { desc } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { isLent } from "../../domain/loans/status.ts";
import { rowsOf } from "../last_save.ts";
import type { LoanRow } from "./load.ts";

export interface LastLent {
  /** The loan's columns just before it left. */
  row: LoanRow;
  /** True where a commitment was generated since, which waits to be funded. */
  newCommitment: boolean;
}

/**
 * From the audit rows since it left, newest first; null for a loan that is lent or never was. A funding that was undone
 * counts as if it had never been.
 */
export async function lastLent(db: Context["db"] | Tx, loan: LoanRow): Promise<LastLent | null> {
  if (!loan.everFunded || isLent(loan.adminComSelect)) return null;
  const { action, before, after } = auditRows;
  const saves = await db.select({ action, before, after }).from(auditRows)
    .where(rowsOf(["loan.update", "letter.generate"], loan.id)).orderBy(desc(auditRows.id));
  const row = { ...loan };
  let newCommitment = false;
  for (const save of saves) {
    if (save.action === "letter.generate") {
      newCommitment ||= JSON.parse(save.after ?? "{}").kind === "commitment";
      continue;
    }
    Object.assign(row, JSON.parse(save.before ?? "{}"));
    const undone = JSON.parse(save.after ?? "{}").undone === true;
    if (isLent(row.adminComSelect) && !undone) return { row, newCommitment };
  }
  return null;
}
