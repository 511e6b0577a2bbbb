import { deleteRequestedAccount } from "../../../lib/features/brokers/delete_requested_account.ts";
import { ById } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

export const deleteRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/deleteRequestedAccount",
  permission: "manageBrokers",
  input: ById,
  run: async (ctx, input) => void await deleteRequestedAccount(ctx, input),
});
