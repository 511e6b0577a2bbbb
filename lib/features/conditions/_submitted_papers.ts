/** New conditions for papers that the loan already has (docs/decisions/conditions.md). */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { submittedKindOf } from "../../domain/files/file_kinds.ts";
import type { MergedCondition } from "../../domain/loans/condition_merge.ts";
import { isStaff } from "../../domain/permissions.ts";
import { currentFile } from "../files/load.ts";
import type { ConditionRow } from "./load.ts";

export type Filled = Pick<
  ConditionRow,
  "completed" | "fileId" | "completedAt" | "completedBy" | "acceptedAt" | "acceptedBy"
>;

/**
 * What completes added conditions by their id: the application, bureau or appraisal that the loan has. A broker's paper
 * awaits the lender's acceptance; one that the lender uploaded does not.
 */
export async function fillFromPapers(
  tx: Tx,
  ctx: Context,
  loanId: number,
  list: readonly MergedCondition[],
): Promise<ReadonlyMap<number, Filled>> {
  const filled = new Map<number, Filled>();
  for (const { id, added } of list) {
    const kind = added && submittedKindOf(id);
    const file = kind ? await currentFile(tx, loanId, kind) : undefined;
    if (!file) continue;
    const by = file.uploadedBy === null
      ? undefined
      : await tx.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, file.uploadedBy)).get();
    const accepted = by !== undefined && isStaff(by.role);
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
