/** The calls of the area accounts. */
import {
  changeEmail,
  finishEmailChange,
  finishRecovery,
  forgetDevice,
  getRecovery,
  recoverAccount,
  registerAccount,
  signOutOthers,
  updateSettings,
} from "../../lib/features/accounts/mod.ts";
import { DEAD_EMAIL_LINK, RECOVERY_SENT } from "../../lib/domain/accounts/account_rules.ts";
import { ChangeEmailInput, UpdateSettingsInput } from "../../lib/schemas/accounts/own_account.ts";
import { RegistrationInput } from "../../lib/schemas/accounts/registration.ts";
import { FinishRecoveryInput, LinkInput, RecoverAccountInput } from "../../lib/schemas/accounts/sign_in.ts";
import { DeviceHandle, StrictEmptyInput, ThemeInput } from "../../lib/schemas/accounts/sign_ins.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { type PageLike, Redirect } from "../../lib/server/page.tsx";
import { setTheme } from "../../lib/server/shell.ts";
import { accountSettingsPage } from "./account_settings.tsx";
import { changeEmailPage } from "./change_email.tsx";
import { loginPage } from "./login.tsx";
import { recoverPage } from "./recover.tsx";
import { registerPage } from "./register.tsx";

/** POST registerAccount: the same response for every valid request (see the verb). */
const registerAccountCall = call({
  method: "POST",
  path: "/api/auth/registerAccount",
  permission: "public",
  input: RegistrationInput,
  async run(ctx, input) {
    await registerAccount(ctx, input);
    return {};
  },
  form: {
    page: registerPage,
    secret: ["password", "confirmPassword"],
    done: () => ({ to: "/register?complete=1" }),
  },
});

/** POST recoverAccount: the same response whether or not the address has an account. */
const recoverAccountCall = call({
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

/** POST getRecovery: response is true where the id is valid. */
const getRecoveryCall = call({
  method: "POST",
  path: "/api/auth/getRecovery",
  permission: "public",
  input: LinkInput,
  async run(ctx, input) {
    await getRecovery(ctx, input);
    return {};
  },
});

/** POST finishRecovery: sets the password and ends the account's sessions. */
const finishRecoveryCall = call({
  method: "POST",
  path: "/api/auth/finishRecovery",
  permission: "public",
  input: FinishRecoveryInput,
  async run(ctx, input) {
    await finishRecovery(ctx, input);
    return {};
  },
  form: {
    page: recoverPage,
    secret: ["password", "confirmPassword"],
    done: () => ({ to: "/login", toast: "Password Changed!" }),
  },
});

/**
 * POST updateSettings: the person's own name, phone, brokerage and brokerage license; what is left out stays. 409 where
 * one of them is not as in `seen`.
 */
const updateSettingsCall = call({
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

/** POST setTheme: stores the theme in a cookie, for browsers without script. */
const setThemeCall = call({
  method: "POST",
  path: "/api/auth/setTheme",
  permission: "signedIn",
  input: ThemeInput,
  run(_ctx, { theme }, c) {
    setTheme(c, theme);
    return {};
  },
  form: { page: accountSettingsPage, done: () => ({ to: "/dashboard/accountsettings", toast: "Changes Saved" }) },
});

/** POST changeEmail: mails a link to the new address; takes effect once confirmed. */
const changeEmailCall = call({
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

const NOT_FOUND = "Not found";

/** A refused confirmation redirects to / with the reason (accounts specification 8). */
const homeWithReason: PageLike = {
  ...changeEmailPage,
  prepare: (_ctx, _request, form) => {
    const why = form?.reason ?? NOT_FOUND;
    throw new Redirect("/", { text: why === NOT_FOUND ? DEAD_EMAIL_LINK : why, kind: "bad" });
  },
};

/** POST finishEmailChange: confirms an email change, for the signed-in account that requested it. */
const finishEmailChangeCall = call({
  method: "POST",
  path: "/api/auth/finishEmailChange",
  permission: "signedIn",
  input: LinkInput,
  async run(ctx, input) {
    await finishEmailChange(ctx, input);
    return {};
  },
  form: { page: homeWithReason, done: () => ({ to: "/", toast: "Email Changed" }) },
});

/** POST forgetDevice: forgets one of the person's own saved browsers. */
const forgetDeviceCall = call({
  method: "POST",
  path: "/api/auth/forgetDevice",
  permission: "signedIn",
  input: DeviceHandle,
  async run(ctx, input) {
    await forgetDevice(ctx, input);
    return {};
  },
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings#sign-ins", toast: "Browser forgotten" }),
  },
});

/** POST signOutOthers: ends the person's sessions in all other browsers. */
const signOutOthersCall = call({
  method: "POST",
  path: "/api/auth/signOutOthers",
  permission: "signedIn",
  input: StrictEmptyInput,
  run: (ctx, _input, c) => signOutOthers(ctx, { session: c.get("deps").sessions.token(c) ?? "" }),
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings#sign-ins", toast: "Other browsers signed out" }),
  },
});

export const accountsCalls: readonly Call[] = [
  registerAccountCall,
  recoverAccountCall,
  getRecoveryCall,
  finishRecoveryCall,
  updateSettingsCall,
  setThemeCall,
  changeEmailCall,
  finishEmailChangeCall,
  forgetDeviceCall,
  signOutOthersCall,
];
