import { updateCondition } from "../../../lib/features/conditions/update_condition.ts";
import { ConditionInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

export const updateBrokerCondition = call({
  method: "POST",
  path: "/api/loans/updatebrokercondition",
  permission: "completeConditions",
  input: ConditionInput,
  run: async (ctx, input) => ({ data: await updateCondition(ctx, input) }),
});
