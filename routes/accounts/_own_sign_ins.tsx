import type { ReactNode } from "react";
import type { SignIns } from "../../lib/features/accounts/mod.ts";
import { ConfirmForm } from "../../islands/shell/ConfirmForm.tsx";
import { Island } from "../../lib/server/island.tsx";
import { BrowserList } from "../../lib/ui/accounts/sign_ins.tsx";

/** The person's sessions and saved browsers, with a button to end the other sessions. */
export function OwnSignIns(props: SignIns): ReactNode {
  const { sessions, sessionCount, devices, deviceCount } = props;
  return (
    <>
      <section className="part" id="sign-ins" aria-labelledby="sign-ins-title">
        <header>
          <h2 id="sign-ins-title">Where you are signed in</h2>
        </header>
        <BrowserList
          label="Signed-in browsers"
          rows={sessions}
          count={sessionCount}
          since="Since"
          none="Nowhere else."
        />
        {sessionCount > 1 && (
          <div className="btn-row">
            <Island
              of={ConfirmForm}
              action="/api/auth/signOutOthers"
              fields={{}}
              label="Sign out the others"
              question="Sign out the others?"
              more="Every other browser is signed out at once. You stay signed in here."
              yes="Sign out the others"
              done="Other browsers signed out"
            />
          </div>
        )}
      </section>
      <section className="part" aria-labelledby="saved-title">
        <header>
          <h2 id="saved-title">Saved browsers</h2>
          <p className="align-end">They sign in without a mailed code.</p>
        </header>
        <BrowserList
          label="Saved browsers"
          rows={devices}
          count={deviceCount}
          since="Last used"
          none="No browser is saved yet."
          end={(row) => (
            <Island
              of={ConfirmForm}
              action="/api/auth/forgetDevice"
              fields={{ device: row.handle }}
              label="Forget"
              whose={row.browser}
              question={`Forget ${row.browser}?`}
              more="The next sign-in there needs a code from your email."
              yes="Forget it"
              done="Browser forgotten"
              slim
            />
          )}
        />
      </section>
    </>
  );
}
