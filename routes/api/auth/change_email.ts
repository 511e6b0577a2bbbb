import { changeEmail } from "../../../lib/features/accounts/change_email.ts";
import { ChangeEmailInput } from "../../../lib/schemas/own_account.ts";
import { call } from "../../../lib/server/call.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";

/** POST changeEmail: mails the new address a link; nothing changes before that is confirmed. */
export const changeEmailCall = call({
  method: "POST",
  path: "/api/auth/changeEmail",
  permission: "signedIn",
  input: ChangeEmailInput,
  async run(ctx, input) {
    await changeEmail(ctx, input);
    return {};
  },
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings", toast: "Request Sent!" }),
  },
});
