import { deleteAccount } from "../../../lib/features/brokers/delete_account.ts";
import { ById } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

export const deleteAccountCall = call({
  method: "POST",
  path: "/api/auth/deleteAccount",
  permission: "manageBrokers",
  input: ById,
  run: async (ctx, input) => void await deleteAccount(ctx, input),
});
