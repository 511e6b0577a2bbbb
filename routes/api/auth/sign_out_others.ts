import { signOutOthers } from "../../../lib/features/accounts/sign_out_others.ts";
import { NothingAtAll } from "../../../lib/schemas/sign_ins.ts";
import { call } from "../../../lib/server/call.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";

/** POST signOutOthers: ends the person's own sessions in every other browser. */
export const signOutOthersCall = call({
  method: "POST",
  path: "/api/auth/signOutOthers",
  permission: "signedIn",
  input: NothingAtAll,
  run: (ctx, _input, c) => signOutOthers(ctx, { session: c.get("deps").sessions.token(c) ?? "" }),
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings#sign-ins", toast: "Other browsers signed out" }),
  },
});
