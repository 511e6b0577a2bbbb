import { getRecovery } from "../../lib/features/accounts/mod.ts";
import { RecoverForm } from "../../islands/accounts/RecoverForm.tsx";
import { DEAD_LINK } from "../../lib/domain/accounts/account_rules.ts";
import { CHANGE_PASSWORD_PATH } from "../../lib/domain/accounts/next_path.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";

/**
 * /recover?id=: sets a new password. An invalid id redirects to where a new link is asked for, which says why. The form
 * posts with the id in its address too, so that the page can be shown again with errors.
 */
export const recoverPage = page({
  path: "/recover",
  permission: "public",
  title: "Set a new password",
  shell: "public",
  async load(ctx, { query }) {
    const recoverId = (query.id ?? "").slice(0, 200);
    try {
      await getRecovery(ctx, { recoverId });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      throw new Redirect(ctx.actor ? CHANGE_PASSWORD_PATH : "/login", { text: DEAD_LINK, kind: "bad" });
    }
    return { recoverId };
  },
  view: ({ recoverId, form }) => (
    <div className="narrow">
      <h1>Set a new password</h1>
      {form?.reason && !Object.keys(form.errors).length && <Notice band="red">{form.reason}</Notice>}
      <Island of={RecoverForm} recoverId={recoverId} errors={{ ...form?.errors }} />
      <p className="mute">Every browser that is signed in to your account is signed out.</p>
    </div>
  ),
});
