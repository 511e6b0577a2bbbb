import { createAccount } from "../../../lib/features/brokers/create_account.ts";
import { CreateAccount } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";
import { accountPage } from "../../brokers/account.tsx";

export const createAccountCall = call({
  method: "POST",
  path: "/api/auth/createAccount",
  permission: "manageBrokers",
  input: CreateAccount,
  run: (ctx, input) => createAccount(ctx, input),
  form: {
    page: accountPage,
    done: () => ({ to: "/dashboard/brokers", toast: "Account Created" }),
    secret: ["password", "confirmPassword"],
  },
});
