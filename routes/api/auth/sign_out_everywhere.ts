import { signOutEverywhere } from "../../../lib/features/brokers/sign_out_everywhere.ts";
import { ById } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";
import { accountPage } from "../../brokers/account.tsx";

/** POST signOutEverywhere: for administrators. Answers how many sessions ended and browsers were forgotten. */
export const signOutEverywhereCall = call({
  method: "POST",
  path: "/api/auth/signOutEverywhere",
  permission: "manageBrokers",
  input: ById,
  run: signOutEverywhere,
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}#sign-ins`, toast: "Signed out everywhere" }),
  },
});
