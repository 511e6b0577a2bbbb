import { getBrokerLoan } from "../../../lib/features/loans/get_broker_loan.ts";
import { LoanInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

/** Lists travel as JSON text, as everywhere in the specification (spec 001, section 3.1). */
export const getBrokerLoanCall = call({
  method: "POST",
  path: "/api/loans/getbrokerloan",
  permission: "completeConditions",
  input: LoanInput,
  async run(ctx, input) {
    const { loan, conditions } = await getBrokerLoan(ctx, input);
    return {
      data: {
        ...loan,
        additionalProperties: JSON.stringify(loan.additionalProperties),
        brokerConditions: JSON.stringify(conditions.conditions),
      },
    };
  },
});
