import { updateAccount } from "../../../lib/features/brokers/update_account.ts";
import { UpdateAccount } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";
import { accountPage } from "../../brokers/account.tsx";

export const updateAccountCall = call({
  method: "POST",
  path: "/api/auth/updateAccount",
  permission: "manageBrokers",
  input: UpdateAccount,
  run: async (ctx, input) => void await updateAccount(ctx, input),
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}`, toast: "Changes Saved" }),
    secret: ["password", "confirmPassword"],
  },
});
