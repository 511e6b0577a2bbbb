import { type FormEvent, type ReactNode, useState } from "react";
import { type FieldErrors, focusFirst, formText } from "../lib/client/forms.ts";
import { RECOVERY_MESSAGES, recoveryProblem } from "../lib/domain/account_rules.ts";
import { PasswordField } from "../lib/ui/field.tsx";

/** Two passwords, checked here and then posted as a plain form: the answer is the login page with its toast. */
export function RecoverForm(props: { recoverId: string; errors: FieldErrors }): ReactNode {
  const { recoverId } = props;
  const [errors, setErrors] = useState(props.errors);
  const [busy, setBusy] = useState(false);
  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const { password, confirmPassword } = formText(form);
    const problem = recoveryProblem(password, confirmPassword);
    if (busy || problem) event.preventDefault();
    if (!problem) return setBusy(true);
    const wrong = { [problem === RECOVERY_MESSAGES.differ ? "confirmPassword" : "password"]: problem };
    setErrors(wrong);
    focusFirst(form, wrong);
  };
  return (
    <form
      className="stack"
      method="post"
      action={`/api/auth/finishRecovery?id=${encodeURIComponent(recoverId)}`}
      onSubmit={check}
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
      <button className="btn main wide" type="submit" aria-busy={busy}>{busy ? "Saving" : "Change Password"}</button>
    </form>
  );
}
