import { ThemeChoice } from "../../../lib/schemas/sign_ins.ts";
import { call } from "../../../lib/server/call.ts";
import { setTheme } from "../../../lib/server/shell.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";

/** POST setTheme: the theme choice of a browser without script, kept in its cookie as the script keeps it. */
export const setThemeCall = call({
  method: "POST",
  path: "/api/auth/setTheme",
  permission: "signedIn",
  input: ThemeChoice,
  run(_ctx, { theme }, c) {
    setTheme(c, theme);
    return {};
  },
  form: { page: accountSettingsPage, done: () => ({ to: "/dashboard/accountsettings", toast: "Changes Saved" }) },
});
