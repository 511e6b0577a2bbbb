/** Accepts a completed condition, or sends it back with a reason. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import { isClosed } from "../../domain/loans/status.ts";
import { conflict, stale } from "../../domain/refusal.ts";
import type { ReviewConditionInput } from "../../schemas/conditions.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { getLoanFor, type LoanRow } from "../loans/load.ts";
import { auditedBefore } from "./broker_acted.ts";
import { lastChange } from "./last_change.ts";
import { loadConditions } from "./load_conditions.ts";
import { type ConditionRow, getCondition, recountConditions } from "./load.ts";

/**
 * Returns how many are done. A returned condition is open again, keeps file and text, and its broker is mailed the
 * reason. Throws 404; 409 with the stored list where it was changed after `brokerUpdatedAt` or is open again, and 409
 * where it is the lender's, was never completed, or would go back to the broker of a closed loan.
 */
export async function reviewCondition(
  ctx: Context,
  input: ReviewConditionInput,
): Promise<{ total: number; done: number }> {
  const { tally, late } = await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getCondition(tx, loan.id, input.conditionId);
    if (row.restriction === "admin") {
      throw conflict("This is the lender's own condition and needs no review. Complete it yourself.");
    }
    if (!input.accept && isClosed(loan.adminComSelect)) {
      throw conflict("This loan is closed, so its broker cannot complete it again. Set the loan's status back first.");
    }
    if (isSentBack(row, input)) return { tally: await recountConditions(tx, loan.id) };
    if (isChanged(row, input)) return { late: row };
    if (input.accept) await accept(tx, ctx, row);
    else await sendBack(tx, ctx, loan, row, input.reason);
    return { tally: await recountConditions(tx, loan.id) };
  });
  if (tally) return tally;
  const last = await lastChange(ctx.db, late);
  if (!last) throw conflict("This condition is not completed yet. Review it once the broker has completed it.");
  throw stale("this condition", last, (await loadConditions(ctx, input.loanId)).conditions);
}

/** True where it is not what the reviewer saw: open again, changed by the broker, or accepted and to be sent back. */
function isChanged(row: ConditionRow, { accept, accepted, brokerUpdatedAt }: ReviewConditionInput): boolean {
  if (!accept && accepted === false && row.acceptedAt !== null) return true;
  return !row.completed || (brokerUpdatedAt !== undefined && brokerUpdatedAt !== (row.brokerUpdatedAt ?? 0));
}

/** True where it was sent back with this very reason, and the broker did nothing since: sent again, it is no change. */
const isSentBack = (row: ConditionRow, { accept, reason, brokerUpdatedAt }: ReviewConditionInput): boolean =>
  !accept && !row.completed && row.returnedAt !== null && row.returnReason === reason &&
  brokerUpdatedAt === (row.brokerUpdatedAt ?? 0);

async function accept(tx: Tx, ctx: Context, row: ConditionRow): Promise<void> {
  if (row.acceptedAt !== null) return;
  await tx.update(conditions).set({ acceptedAt: ctx.now, acceptedBy: ctx.actor!.id })
    .where(eq(conditions.rowId, row.rowId));
  await audit(tx, ctx, {
    action: "condition.accept",
    entityId: row.loanId,
    before: { conditionId: row.id, acceptedAt: null },
    after: { conditionId: row.id, acceptedAt: ctx.now },
  });
  const { loanId, title, id: conditionId } = row, { id: by } = ctx.actor!;
  await emit(tx, ctx, { type: "condition.accepted", v: 1, loanId, title, conditionId, by });
}

async function sendBack(tx: Tx, ctx: Context, loan: LoanRow, row: ConditionRow, reason: string): Promise<void> {
  await tx.update(conditions).set({
    completed: false,
    completedAt: null,
    completedBy: null,
    acceptedAt: null,
    acceptedBy: null,
    returnedAt: ctx.now,
    returnReason: reason,
  }).where(eq(conditions.rowId, row.rowId));
  await audit(tx, ctx, {
    action: "condition.return",
    entityId: loan.id,
    before: auditedBefore(row),
    after: { conditionId: row.id, completed: false, returnReason: reason },
  });
  const { title, id: conditionId } = row;
  await emit(tx, ctx, { type: "condition.returned", v: 1, loanId: loan.id, title, reason, conditionId });
}
