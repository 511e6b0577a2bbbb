import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { ConfirmForm } from "../../islands/shell/ConfirmForm.tsx";
import { Island } from "../../lib/server/island.tsx";
import { Tag } from "../../lib/ui/states.tsx";

/** An account's two-step sign-in, with an owner's button to reset it. `since` in milliseconds. */
export function AccountTwoStep(props: { id: number; name: string; since: number; mayReset: boolean }): ReactNode {
  const { id, name, since, mayReset } = props;
  return (
    <section className="part" id="two-step" aria-labelledby="two-step-title">
      <header>
        <h2 id="two-step-title">Two-step sign-in</h2>
        {!mayReset && <p className="align-end">An owner resets it where a phone is lost.</p>}
      </header>
      <div className="stack">
        <p>
          <Tag on>On</Tag> {`Since ${formatInstant(since)}`}
        </p>
        {mayReset && (
          <div className="btn-row">
            <Island
              of={ConfirmForm}
              action={`/api/auth/resetSecondFactor?id=${id}`}
              fields={{ id: String(id) }}
              label="Reset"
              whose="two-step sign-in"
              question="Reset two-step sign-in?"
              more={`Do this once you know that it is ${name} who asks. They are signed out everywhere and told by mail; then the password alone signs in, until it is set up again.`}
              yes="Reset it"
              done="Two-step sign-in was reset"
              risky
            />
          </div>
        )}
      </div>
    </section>
  );
}
