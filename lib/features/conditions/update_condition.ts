/** Ticks or unticks a check, or saves a text condition. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import {
  actOnCondition,
  type BrokerCondition,
  completedCount,
  FILE_UPLOAD,
  INPUT_TEXT,
} from "../../domain/loans/conditions.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { invalid, notFound } from "../../domain/refusal.ts";
import type { ConditionInput } from "../../schemas/conditions.ts";
import { getLoanFor } from "../loans/load.ts";
import { type ActResult, changeCondition } from "./broker_acted.ts";
import { asCondition, type ConditionRow, getCondition, requireAct } from "./load.ts";
import { loadConditions } from "./load_conditions.ts";

/** Why an act does not fit a condition. */
function refusal(ctx: Context, { type, completed }: { type: number; completed: boolean }): string {
  if (type === INPUT_TEXT) return "Enter the details first.";
  if (type !== FILE_UPLOAD) return "Say whether the condition is completed.";
  if (!completed) return "Upload a file to complete this condition.";
  return `The file completes this condition. Replace ${
    isAdministrator(ctx.actor) ? "or return " : ""
  }the file instead.`;
}

/**
 * Acts on a condition (loans specification 4.4); one that is so already keeps its acceptance or return. Throws 404 for
 * a loan or condition unknown to the actor, 403 for a broker on a restricted one or a closed loan, 409 for one that is
 * another by now, 422 where the act does not fit the type.
 */
export async function updateCondition(ctx: Context, input: ConditionInput): Promise<ActResult> {
  const acted = await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getCondition(tx, loan.id, input.conditionId);
    requireAct(ctx, loan, row, input.title);
    const after = actOnCondition(asCondition(row), { state: input.condtionState, text: input.conditionText });
    if (!after) throw invalid(refusal(ctx, row));
    if (isSoAlready(ctx, row, after)) return null;
    return await changeCondition(tx, ctx, row, {
      completed: after.completed,
      ...(row.type === INPUT_TEXT ? { text: after.text } : {}),
    });
  });
  return acted ?? await asItStands(ctx, input);
}

/** True where the act would change nothing; what its broker completed, the lender accepts by completing it. */
function isSoAlready(ctx: Context, row: ConditionRow, { completed, text }: BrokerCondition): boolean {
  if (completed !== row.completed || (row.type === INPUT_TEXT && text !== row.text)) return false;
  return !completed || row.acceptedAt !== null || !isAdministrator(ctx.actor);
}

async function asItStands(ctx: Context, { loanId, conditionId }: ConditionInput): Promise<ActResult> {
  const { conditions } = await loadConditions(ctx, loanId);
  const item = conditions.find(({ id }) => id === conditionId);
  if (!item) throw notFound("condition");
  const { completed, text, completedAt, completedBy, accepted, returnedAt, returnReason } = item;
  const condition = { completed, text, completedAt, completedBy, accepted, returnedAt, returnReason };
  return { total: conditions.length, done: completedCount(conditions), condition };
}
