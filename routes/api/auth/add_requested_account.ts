import { addRequestedAccount } from "../../../lib/features/brokers/add_requested_account.ts";
import { AddRequest } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

/** Answers the account's id too, the same one however often a request is added. */
export const addRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/addRequestedAccount",
  permission: "manageBrokers",
  input: AddRequest,
  run: (ctx, input) => addRequestedAccount(ctx, input),
});
