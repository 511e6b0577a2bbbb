import { loadConditions } from "../../../lib/features/conditions/load_conditions.ts";
import { saveConditions } from "../../../lib/features/conditions/save_conditions.ts";
import { ConditionsInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

/** Answers the list as it is after merging, in the shape of getbrokerconditions. */
export const saveBrokerConditions = call({
  method: "POST",
  path: "/api/loans/savebrokerconditions",
  permission: "manageLoans",
  input: ConditionsInput,
  async run(ctx, input) {
    await saveConditions(ctx, input);
    const { conditions, brokerConditionsUpdated } = await loadConditions(ctx, input.loanId);
    return { data: { brokerConditions: JSON.stringify(conditions), brokerConditionsUpdated } };
  },
});
