/** The calls of the area overview. */
import { rankBrokers } from "../../lib/features/overview/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** Brokers by number and amount of loans (loans specification 3.9 and 7.1). */
const getBrokerRankingsCall = call({
  method: "GET",
  path: "/api/loans/getbrokerrankings",
  permission: "manageLoans",
  input: EmptyInput,
  run: async (ctx) => ({ data: (await rankBrokers(ctx)).brokers.map(({ id: _id, ...ranking }) => ranking) }),
});

export const overviewCalls: readonly Call[] = [
  getBrokerRankingsCall,
];
