import type { ReactNode } from "react";

/** Why a form could not be sent or kept: a sentence, and whether signing in again helps. */
export type Trouble = { text: string; signedOut: boolean };

/** The sentence, with a sign-in link that keeps the form. */
export function TroubleMessage({ trouble }: { trouble: Trouble }): ReactNode {
  return (
    <>
      {trouble.text}
      {trouble.signedOut && (
        <a className="link" href="/login" target="_blank">
          Sign in <span className="visually-hidden">(opens in a new tab)</span>
        </a>
      )}
    </>
  );
}
