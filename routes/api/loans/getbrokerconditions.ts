import { loadConditions } from "../../../lib/features/conditions/load_conditions.ts";
import { LoanIdInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

/** The list is JSON text, as the specification reads it (spec 001, section 7.1). */
export const getBrokerConditions = call({
  method: "POST",
  path: "/api/loans/getbrokerconditions",
  permission: "completeConditions",
  input: LoanIdInput,
  async run(ctx, { loanId }) {
    const { conditions, brokerConditionsUpdated } = await loadConditions(ctx, loanId);
    return { data: { brokerConditions: JSON.stringify(conditions), brokerConditionsUpdated } };
  },
});
