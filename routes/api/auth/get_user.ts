import { getUser } from "../../../lib/features/brokers/get_user.ts";
import { ById } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

export const getUserCall = call({
  method: "POST",
  path: "/api/auth/getUser",
  permission: "manageBrokers",
  input: ById,
  run: async (ctx, input) => ({ data: await getUser(ctx, input) }),
});
