import type { ReactNode } from "react";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { PASSWORD_MAX, RECOVERY_MESSAGES, recoveryProblem } from "../../lib/domain/accounts/account_rules.ts";
import { PasswordField } from "../../lib/ui/field.tsx";
import { useForm } from "../forms/use_form.ts";

/** The first problem of the two passwords, at its field. */
function passwordErrors({ password = "", confirmPassword = "" }: Record<string, string>): FieldErrors {
  const problem = recoveryProblem(password, confirmPassword);
  if (!problem) return {};
  return { [problem === RECOVERY_MESSAGES.differ ? "confirmPassword" : "password"]: problem };
}

/**
 * A new password, twice. A refusal says why (docs/decisions/devices-and-links.md) and entries stay. If the link has
 * expired meanwhile, the page reloads, which redirects to where a new one is asked for.
 */
export function RecoverForm(props: { recoverId: string; errors: FieldErrors }): ReactNode {
  const { recoverId } = props;
  const { errors, busy, handlers } = useForm({
    path: "/api/auth/finishRecovery",
    check: passwordErrors,
    found: props.errors,
    done() {
      toastAfter("Password Changed!");
      location.assign("/login");
      return "leaving";
    },
    taken({ status }) {
      const expired = status === 404;
      if (expired) location.reload();
      return expired;
    },
  });
  return (
    <form
      className="stack"
      method="post"
      action={`/api/auth/finishRecovery?id=${encodeURIComponent(recoverId)}`}
      noValidate
      {...handlers}
    >
      <input type="hidden" name="recoverId" value={recoverId} />
      <PasswordField
        id="password"
        label="New password"
        hint="8 or more letters and digits, with an uppercase, a lowercase and a digit"
        name="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        error={errors.password}
      />
      <PasswordField
        id="confirm-password"
        label="New password again"
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        error={errors.confirmPassword}
      />
      <button className="btn primary wide" type="submit" aria-busy={busy}>{busy ? "Saving" : "Change Password"}</button>
    </form>
  );
}
