import { ConfirmEmail } from "../../islands/accounts/ConfirmEmail.tsx";
import { DEAD_EMAIL_LINK } from "../../lib/domain/accounts/account_rules.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect } from "../../lib/server/page.tsx";

/** /changeEmail?id=: confirms an email change by POST, so that link scanners change nothing. */
export const changeEmailPage = page({
  path: "/changeEmail",
  permission: "signedIn",
  title: "Confirm your email address",
  shell: "public",
  load(_ctx, { query }) {
    if (!query.id) throw new Redirect("/", { text: DEAD_EMAIL_LINK, kind: "bad" });
    return { id: query.id.slice(0, 200) };
  },
  view: ({ id }) => (
    <div className="narrow">
      <h1>Confirm your email address</h1>
      <p>From now on your account uses the address that this link was sent to.</p>
      <Island of={ConfirmEmail} recoverId={id} />
    </div>
  ),
});
