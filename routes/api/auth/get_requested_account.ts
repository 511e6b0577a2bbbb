import { getRequestedAccount } from "../../../lib/features/brokers/get_requested_account.ts";
import { ById } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

export const getRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/getRequestedAccount",
  permission: "manageBrokers",
  input: ById,
  run: async (ctx, input) => ({ data: await getRequestedAccount(ctx, input) }),
});
