/** New conditions for papers that the loan already has (docs/decisions/conditions.md). */
import { and, eq, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { submittedKindOf } from "../../domain/files/file_kinds.ts";
import type { MergedCondition } from "../../domain/loans/condition_merge.ts";
import { isStaff } from "../../domain/permissions.ts";
import { currentFile } from "../files/load.ts";
import { rowsOf } from "../last_save.ts";
import type { ConditionRow } from "./load.ts";

export type Filled = Pick<
  ConditionRow,
  "completed" | "fileId" | "completedAt" | "completedBy" | "acceptedAt" | "acceptedBy"
>;

/**
 * Files that complete added conditions by their id: the loan's application, bureau or appraisal. A broker's file awaits
 * acceptance, the lender's own does not. A broker's file completes no condition of the lender's own, and a returned one
 * completes none.
 */
export async function fillFromPapers(
  tx: Tx,
  ctx: Context,
  loanId: number,
  list: readonly MergedCondition[],
): Promise<ReadonlyMap<number, Filled>> {
  const filled = new Map<number, Filled>();
  for (const { id, added, restriction } of list) {
    const kind = added && submittedKindOf(id);
    const file = kind ? await currentFile(tx, loanId, kind) : undefined;
    if (!file) continue;
    const by = file.uploadedBy === null
      ? undefined
      : await tx.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, file.uploadedBy)).get();
    const accepted = by !== undefined && isStaff(by.role);
    if ((restriction === "admin" && !accepted) || await wasSentBack(tx, loanId, file.id)) continue;
    filled.set(id, {
      completed: true,
      fileId: file.id,
      completedAt: file.uploadedAt,
      completedBy: file.uploadedBy,
      acceptedAt: accepted ? ctx.now : null,
      acceptedBy: accepted ? ctx.actor!.id : null,
    });
  }
  return filled;
}

/** True where the lender sent a condition of the loan back with this file. */
async function wasSentBack(tx: Tx, loanId: number, fileId: string): Promise<boolean> {
  const row = await tx.select({ id: auditRows.id }).from(auditRows).where(and(
    rowsOf(["condition.return"], loanId),
    sql`${auditRows.before} ->> '$.fileId' = ${fileId}`,
  )).limit(1).get();
  return row !== undefined;
}
