import { updateSettings } from "../../../lib/features/accounts/update_settings.ts";
import { UpdateSettingsInput } from "../../../lib/schemas/own_account.ts";
import { call } from "../../../lib/server/call.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";

/** POST updateSettings: the signed-in person's own name, phone, brokerage and brokerage license. */
export const updateSettingsCall = call({
  method: "POST",
  path: "/api/auth/updateSettings",
  permission: "signedIn",
  input: UpdateSettingsInput,
  async run(ctx, input) {
    await updateSettings(ctx, input);
    return {};
  },
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings", toast: "Changes Saved" }),
  },
});
