import { findBrokers } from "../../../lib/features/loans/find_brokers.ts";
import { FindBrokersInput } from "../../../lib/schemas/loan.ts";
import { call } from "../../../lib/server/call.ts";

export const findBrokersCall = call({
  method: "POST",
  path: "/api/loans/findbrokers",
  permission: "manageLoans",
  input: FindBrokersInput,
  run: async (ctx, input) => ({ data: await findBrokers(ctx, input) }),
});
