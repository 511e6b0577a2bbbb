/** Ticks or unticks a check, or saves a text condition. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { actOnCondition } from "../../domain/loans/conditions.ts";
import { FILE_UPLOAD, INPUT_TEXT } from "../../domain/loans/conditions.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { invalid } from "../../domain/refusal.ts";
import type { ConditionInput } from "../../schemas/conditions.ts";
import { getLoanFor } from "../loans/load.ts";
import { type ActResult, changeCondition } from "./broker_acted.ts";
import { asCondition, getCondition, requireAct } from "./load.ts";

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
 * Acts on a condition (loans specification 4.4). Throws 404 for a loan or condition
 * unknown to the actor, 403 for a broker on a restricted one or a closed loan, 409 for one that is another by now, 422
 * where the act does not fit the type.
 */
export function updateCondition(ctx: Context, input: ConditionInput): Promise<ActResult> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const row = await getCondition(tx, loan.id, input.conditionId);
    requireAct(ctx, loan, row, input.title);
    const after = actOnCondition(asCondition(row), { state: input.condtionState, text: input.conditionText });
    if (!after) throw invalid(refusal(ctx, row));
    return await changeCondition(tx, ctx, row, {
      completed: after.completed,
      ...(row.type === INPUT_TEXT ? { text: after.text } : {}),
    });
  });
}
