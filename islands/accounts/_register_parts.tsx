import type { ReactNode } from "react";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../lib/domain/accounts/account_rules.ts";
import { Check, PasswordField, TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

type Values = Readonly<Record<string, string>>;

/** Tab 1, Account Information. */
export function InformationFields(props: { values: Values; errors: FieldErrors }): ReactNode {
  const { values, errors } = props;
  const field = (name: string) => ({ id: `r-${name}`, name, defaultValue: values[name], error: errors[name] });
  return (
    <div className="columns">
      <TextField label="Name" autoComplete="name" required {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" required {...field("email")} />
      <TextField label="Phone" note="optional" type="tel" autoComplete="tel" {...field("phone")} />
      <TextField
        label="Brokerage"
        note="optional"
        autoComplete="organization"
        {...field("brokerage")}
      />
      <TextField
        label="Brokerage licence"
        note="optional"
        hint="Your brokerage’s number, mostly five digits"
        {...field("brokerageLicense")}
      />
      <TextField
        label="Your licence"
        hint="M and eight digits"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...field("license")}
      />
    </div>
  );
}

/** Tab 2, Login Information. `rules`: what a password must have, below its fields. */
export function LoginFields(props: { values: Values; errors: FieldErrors; rules: ReactNode }): ReactNode {
  const { values, errors, rules } = props;
  return (
    <div className="columns">
      <TextField
        id="r-username"
        className="full-row"
        label="Username"
        hint="Six or more characters, no spaces"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={values.username}
        error={errors.username}
      />
      <PasswordField
        id="r-password"
        label="Password"
        name="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        error={errors.password}
      />
      <PasswordField
        id="r-confirmPassword"
        label="Password again"
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        error={errors.confirmPassword}
      />
      <div className="full-row">{rules}</div>
      <div className="full-row">
        <Check
          name="newsByEmail"
          value="on"
          label="Send me news of rates and areas by email. I can end it with one click."
          defaultChecked={values.newsByEmail === "on"}
        />
      </div>
    </div>
  );
}

const RULES: [string, (password: string, again: string) => boolean][] = [
  [`${PASSWORD_MIN} letters or digits`, (p) => p.length >= PASSWORD_MIN && /^[A-Za-z0-9]+$/.test(p)],
  ["An uppercase letter", (p) => /[A-Z]/.test(p)],
  ["A lowercase letter", (p) => /[a-z]/.test(p)],
  ["A digit", (p) => /[0-9]/.test(p)],
  ["Both the same", (p, again) => p !== "" && p === again],
];

/** The parts of the password rule, each marked once it is met. */
export function PasswordRules(props: { password: string; again: string }): ReactNode {
  return (
    <ul className="rules" aria-label="Password rules">
      {RULES.map(([words, met]) => {
        const ok = met(props.password, props.again);
        return (
          <li key={words} className={ok ? "fulfilled" : undefined}>
            <Icon name={ok ? "check" : "circle"} />
            <span>
              {words}
              <span className="visually-hidden">{ok ? ", met" : ", not met yet"}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
