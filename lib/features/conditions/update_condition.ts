/** Ticks or unticks a check, or saves a text condition. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { actOnCondition } from "../../domain/loans/conditions.ts";
import { FILE_UPLOAD, INPUT_TEXT } from "../../domain/loans/conditions.ts";
import { invalid } from "../../domain/refusal.ts";
import type { ConditionInput } from "../../schemas/conditions.ts";
import { getLoanFor } from "../loans/load.ts";
import { type ActResult, changeCondition } from "./broker_acted.ts";
import { asCondition, getCondition, requireAct } from "./load.ts";

const REASONS: Record<number, string> = {
  [INPUT_TEXT]: "Enter the details first.",
  [FILE_UPLOAD]: "Upload a file to complete this condition.",
};

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
    if (!after) throw invalid(REASONS[row.type] ?? "Say whether the condition is completed.");
    return await changeCondition(tx, ctx, row, {
      completed: after.completed,
      ...(row.type === INPUT_TEXT ? { text: after.text } : {}),
    });
  });
}
