import type { ReactNode } from "react";
import type { SignIns } from "../../lib/features/accounts/mod.ts";
import { ConfirmForm } from "../../islands/shell/ConfirmForm.tsx";
import { Island } from "../../lib/server/island.tsx";
import { BrowserList } from "../../lib/ui/accounts/sign_ins.tsx";

/** An account's sessions and saved browsers, with a button to end them all. */
export function AccountSignIns(props: { id: number; name: string; signIns: SignIns; locked: boolean }): ReactNode {
  const { id, name, locked } = props;
  const { sessions, sessionCount, devices, deviceCount } = props.signIns;
  return (
    <section className="part" id="sign-ins" aria-labelledby="sign-ins-title">
      <header>
        <h2 id="sign-ins-title">Browsers</h2>
      </header>
      <div className="halves">
        <div>
          <h3>Signed in</h3>
          <BrowserList
            label="Signed-in browsers"
            rows={sessions}
            count={sessionCount}
            since="Since"
            none="Not signed in anywhere."
          />
        </div>
        <div>
          <h3>Saved browsers</h3>
          <BrowserList
            label="Saved browsers"
            rows={devices}
            count={deviceCount}
            since="Last used"
            none="No browser is saved."
          />
        </div>
      </div>
      {!locked && sessionCount + deviceCount > 0 && (
        <div className="btn-row">
          <Island
            of={ConfirmForm}
            action={`/api/auth/signOutEverywhere?id=${id}`}
            fields={{ id: String(id) }}
            label="Sign out everywhere"
            question="Sign out everywhere?"
            more={`${name} is signed out in every browser at once, saved browsers are forgotten, and links and codes that were mailed stop working. The password stays.`}
            yes="Sign out everywhere"
            done="Signed out everywhere"
            risky
          />
        </div>
      )}
    </section>
  );
}
