import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { type FieldErrors, focusFirst, formText } from "../../lib/client/forms.ts";
import { toastAfter } from "../../lib/client/toast_after.ts";
import { RECOVERY_MESSAGES, recoveryProblem } from "../../lib/domain/accounts/account_rules.ts";
import { PasswordField } from "../../lib/ui/field.tsx";

/**
 * Two passwords. A failed call shows nothing (specification of accounts, section 8): what was typed stays, and where the
 * link has died meanwhile the page is asked for again, which leads to /login as any dead link does.
 */
export function RecoverForm(props: { recoverId: string; errors: FieldErrors }): ReactNode {
  const { recoverId } = props;
  const [errors, setErrors] = useState(props.errors);
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const { password, confirmPassword } = formText(form);
    const problem = recoveryProblem(password, confirmPassword);
    const wrong: FieldErrors = problem
      ? { [problem === RECOVERY_MESSAGES.differ ? "confirmPassword" : "password"]: problem }
      : {};
    setErrors(wrong);
    focusFirst(form, wrong);
    if (problem) return;
    setBusy(true);
    const answer = await callApi("/api/auth/finishRecovery", { recoverId, password });
    if (answer.response) {
      toastAfter("Password Changed!");
      return location.assign("/login");
    }
    if (answer.status === 404) return location.reload();
    setBusy(false);
  }
  return (
    <form
      className="stack"
      method="post"
      action={`/api/auth/finishRecovery?id=${encodeURIComponent(recoverId)}`}
      onSubmit={save}
    >
      <input type="hidden" name="recoverId" value={recoverId} />
      <PasswordField
        id="password"
        label="New password"
        hint="8 or more letters and digits, with an uppercase, a lowercase and a digit"
        name="password"
        autoComplete="new-password"
        maxLength={200}
        required
        error={errors.password}
      />
      <PasswordField
        id="confirm-password"
        label="New password again"
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={200}
        required
        error={errors.confirmPassword}
      />
      <button className="btn primary wide" type="submit" aria-busy={busy}>{busy ? "Saving" : "Change Password"}</button>
    </form>
  );
}
