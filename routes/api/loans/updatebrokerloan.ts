import { setLoanBroker } from "../../../lib/features/loans/set_loan_broker.ts";
import { SetLoanBrokerInput } from "../../../lib/schemas/loan.ts";
import { call } from "../../../lib/server/call.ts";

export const updateBrokerLoanCall = call({
  method: "POST",
  path: "/api/loans/updatebrokerloan",
  permission: "manageLoans",
  input: SetLoanBrokerInput,
  // The specification reads data.response.
  run: async (ctx, input) => ({ data: { response: true, ...await setLoanBroker(ctx, input) } }),
});
