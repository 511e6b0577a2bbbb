/** Saves a change of a condition with its audit row, and marks it as new for the lender. */
import { eq, max } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import type { ConditionState } from "../../domain/loans/condition_item.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { audit } from "../audit.ts";
import { type ConditionRow, recountConditions } from "./load.ts";

/** The acceptance of a changed condition: accepted at once, or not yet. Clears a previous return. */
export const acceptanceColumns = (acceptance: { at: number; by: number } | null) => ({
  acceptedAt: acceptance?.at ?? null,
  acceptedBy: acceptance?.by ?? null,
  returnedAt: null,
  returnReason: "",
});

/** What the audit row of a change says that there was before it. */
export const auditedBefore = ({ id, completed, text, fileId, acceptedAt, returnReason }: ConditionRow) => ({
  conditionId: id,
  completed,
  text,
  fileId,
  acceptedAt,
  returnReason,
});

/** The columns that an act may change; the others belong to the lender's list. */
export type ConditionChange = Partial<Pick<ConditionRow, "completed" | "text" | "fileId">>;

/** What an act answers: how many of the loan's conditions are done, and what it changed of its own. */
export interface ActResult {
  total: number;
  done: number;
  condition: ConditionState;
}

/**
 * Writes the change with its audit row and recounts. A broker's change sets the loan's flag (brokerConditionsUpdated).
 */
export async function changeCondition(
  tx: Tx,
  ctx: Context,
  row: ConditionRow,
  change: ConditionChange,
): Promise<ActResult> {
  const byBroker = !isAdministrator(ctx.actor);
  const completed = change.completed ?? row.completed;
  const completedAt = completed ? ctx.now : null;
  // What the lender completed needs no acceptance; any other change needs a new one.
  const accepted = completed && !byBroker;
  await tx.update(conditions).set({
    ...change,
    completedAt,
    completedBy: completed ? ctx.actor!.id : null,
    ...acceptanceColumns(accepted ? { at: ctx.now, by: ctx.actor!.id } : null),
    ...(byBroker ? { brokerUpdatedAt: Math.max(ctx.now, await newestAct(tx, row.loanId) + 1) } : {}),
  }).where(eq(conditions.rowId, row.rowId));
  if (byBroker) await tx.update(loans).set({ brokerConditionsUpdated: 1 }).where(eq(loans.id, row.loanId));
  await audit(tx, ctx, {
    action: completed ? "condition.complete" : "condition.reopen",
    entityId: row.loanId,
    before: auditedBefore(row),
    after: { conditionId: row.id, ...change },
  });
  const completedBy = accepted ? ctx.actor!.name : "";
  return {
    ...await recountConditions(tx, row.loanId),
    condition: { completed, text: change.text, completedAt, completedBy, accepted, returnedAt: null, returnReason: "" },
  };
}

/**
 * When the broker last changed a condition of the loan. The next act is later, though a long upload began before: the
 * lender has seen what is up to an instant.
 */
async function newestAct(tx: Tx, loanId: number): Promise<number> {
  const found = await tx.select({ at: max(conditions.brokerUpdatedAt) }).from(conditions)
    .where(eq(conditions.loanId, loanId)).get();
  return found?.at ?? 0;
}
