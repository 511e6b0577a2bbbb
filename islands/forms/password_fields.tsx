import type { ReactNode } from "react";
import { byId } from "../../lib/client/dom.ts";
import { generatePassword, PASSWORD_MAX } from "../../lib/domain/accounts/account_rules.ts";
import { PasswordField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

/** A random integer in [0, n), uniform, from the browser's secure source. */
function secureBelow(n: number): number {
  const end = 256 - 256 % n;
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte); while (byte[0] >= end);
  return byte[0] % n;
}

/** Fills both fields with a generated password, shows it, and selects it for copying. */
function generate(): void {
  const password = generatePassword(secureBelow);
  for (const id of ["confirmPassword", "password"]) {
    const field = byId(id, HTMLInputElement);
    if (!field) continue;
    field.value = password;
    if (field.type === "password") document.querySelector<HTMLElement>(`[data-eye=${id}]`)?.click();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.select();
  }
}

/** Password and confirmation with a generator. `fresh`: a new account, where a password is required. */
export function PasswordFields(props: { fresh: boolean; errors: Readonly<Record<string, string>> }): ReactNode {
  const { fresh, errors } = props;
  return (
    <div className="contents no-print">
      <PasswordField
        id="password"
        name="password"
        label={fresh ? "Password" : "New password"}
        note={fresh ? undefined : "empty keeps the old one"}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        error={errors.password}
      />
      <PasswordField
        id="confirmPassword"
        name="confirmPassword"
        label="Password again"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        error={errors.confirmPassword}
      />
      <p className="full-row row generate">
        <button className="btn slim" type="button" onClick={generate}>
          <Icon name="refresh-cw" />Generate a password
        </button>
        <span className="hint">8 or more letters and digits, with an uppercase, a lowercase and a digit</span>
      </p>
    </div>
  );
}
