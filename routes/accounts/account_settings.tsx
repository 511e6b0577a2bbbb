import {
  checkSession,
  getOwnFactor,
  listSignIns,
  type OwnFactor,
  type SignIns,
  waitingEmail,
} from "../../lib/features/accounts/mod.ts";
import { AccountSettings, type SettingsOf } from "../../islands/accounts/AccountSettings.tsx";
import { newsPreferenceOf } from "../../lib/features/news/mod.ts";
import type { NewsPreference } from "../../lib/domain/news/kinds.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { changedHere } from "../../lib/server/changed_here.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { themeOf } from "../../lib/server/shell.ts";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { NewsPart } from "./_news_part.tsx";
import { OwnSignIns } from "./_own_sign_ins.tsx";
import { ThemePart } from "./_theme_part.tsx";
import { TwoStepPart } from "./_two_step_part.tsx";

/** /dashboard/accountsettings, for every account, also with an unknown role. */
export const accountSettingsPage = page({
  path: "/dashboard/accountsettings",
  permission: "signedIn",
  title: "Account Settings",
  shell: "dashboard",
  async load(ctx, { c }) {
    if (!ctx.actor) throw notFound("account");
    const { sessions } = c.get("deps");
    const [account, waiting, signIns, factor, news] = await Promise.all([
      checkSession(ctx),
      waitingEmail(ctx),
      listSignIns(ctx, ctx.actor.id, { session: sessions.token(c), device: sessions.deviceToken(c) }),
      getOwnFactor(ctx, sessions.token(c) ?? ""),
      newsPreferenceOf(ctx),
    ]);
    if (!account) throw notFound("account");
    const { name, email, phone, brokerage, brokerageLicense, license } = account;
    return {
      account: { name, email, phone, brokerage, brokerageLicense, license, waiting },
      signIns,
      factor,
      news,
      theme: themeOf(c),
    };
  },
  view: (props) => (
    <div className="account">
      <Settings {...props} />
    </div>
  ),
});

/** The settings; without script also the two changes that need a mail. */
function Settings(
  props:
    & { account: SettingsOf; signIns: SignIns; factor: OwnFactor; news: NewsPreference; theme: "light" | "dark" | null }
    & ViewProps,
) {
  const { account, signIns, factor, news, theme, form, query, can } = props;
  const change = form?.values.from ??
    (form?.values.name === undefined && form?.values.email !== undefined ? "email" : query.change);
  if (change === "email") return <ChangeEmail form={form} />;
  if (change === "password" || change === "settings") return <ChangePassword email={account.email} form={form} />;
  const loose = form?.reason && !Object.keys(form.errors).length;
  return (
    <>
      {loose && <Notice band="red">{form.reason}</Notice>}
      <Island
        of={AccountSettings}
        account={account}
        values={changedHere(form?.values ?? {}, account)}
        errors={{ ...form?.errors }}
      />
      <TwoStepPart factor={factor} />
      {can.useDashboard && <NewsPart choice={news} staff={can.manageLoans} />}
      <OwnSignIns {...signIns} />
      <ThemePart theme={theme} />
    </>
  );
}

function ChangeEmail({ form }: Pick<ViewProps, "form">) {
  return (
    <form className="part" method="post" action="/api/auth/changeEmail">
      <header>
        <h2>Change Email</h2>
      </header>
      <div className="grid-fields">
        <TextField
          id="new-email"
          label="New address"
          hint="We send a link there. Your address changes once you open it while signed in."
          name="email"
          type="email"
          autoComplete="email"
          required
          autoFocus
          defaultValue={form?.values.email}
          error={form?.errors.email ?? form?.reason}
        />
      </div>
      <div className="btn-row">
        <button className="btn primary" type="submit">Send the link</button>
        <a className="btn" href="/dashboard/accountsettings">Cancel</a>
      </div>
    </form>
  );
}

function ChangePassword({ email, form }: { email: string } & Pick<ViewProps, "form">) {
  return (
    <form className="part" method="post" action="/api/auth/recoverAccount">
      <header>
        <h2>Change Password?</h2>
      </header>
      {form?.reason && <Notice band="red">{form.reason}</Notice>}
      <p>
        We send a link to <EmailAddress address={email} />. It works for one hour.
      </p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="from" value="settings" />
      <div className="btn-row">
        <button className="btn primary" type="submit">Send the link</button>
        <a className="btn" href="/dashboard/accountsettings">Cancel</a>
      </div>
    </form>
  );
}
