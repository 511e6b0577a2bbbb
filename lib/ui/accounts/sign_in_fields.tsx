import type { ReactNode } from "react";
import { TextField } from "../field.tsx";

/** A six-digit code: by default the one that was sent to the account's address for a new browser. */
export function CodeField(props: { id: string; label?: string; error?: string; focus?: boolean }): ReactNode {
  return (
    <TextField
      id={props.id}
      className="code"
      label={props.label ?? "Code from the email"}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus={props.focus}
      error={props.error}
    />
  );
}

/** A code of an authenticator app, or a recovery code. */
export function FactorField(props: { id: string; error?: string }): ReactNode {
  return (
    <TextField
      id={props.id}
      className="code"
      label="Code from your authenticator app"
      hint="6 digits. Lost your phone? Enter one of your recovery codes here."
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus
      error={props.error}
    />
  );
}

/** The email address for a recovery link. */
export function RecoverField(
  props: { id: string; value?: string; error?: string; focus?: boolean },
): ReactNode {
  return (
    <TextField
      id={props.id}
      label="Email address"
      hint="If the email address exists you will receive an email with a link that works for one hour."
      name="email"
      type="email"
      autoComplete="email"
      required
      defaultValue={props.value}
      autoFocus={props.focus}
      error={props.error}
    />
  );
}

/** The question for an unknown browser. */
export const DEVICE_QUESTION =
  "This browser is new to us. We sent a 6-digit code to the email address of your account. It works for ten minutes.";
