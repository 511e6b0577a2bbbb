import { recoverAccount } from "../../../lib/features/auth/recover_account.ts";
import { RECOVERY_SENT } from "../../../lib/domain/account_rules.ts";
import { RecoverAccountInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";
import { loginPage } from "../../account/login.tsx";

/** POST recoverAccount: the same answer whether or not the address has an account. */
export const recoverAccountCall = call({
  method: "POST",
  path: "/api/auth/recoverAccount",
  permission: "public",
  input: RecoverAccountInput,
  async run(ctx, input) {
    await recoverAccount(ctx, input);
    return {};
  },
  form: {
    page: (ctx) => ctx.actor ? accountSettingsPage : loginPage,
    done: (_output, { from }) =>
      from === "settings"
        ? { to: "/dashboard/accountsettings", toast: "Email sent" }
        : { to: "/login", toast: RECOVERY_SENT },
  },
});
