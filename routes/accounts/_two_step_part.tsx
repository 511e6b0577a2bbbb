import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import type { OwnFactor } from "../../lib/features/accounts/mod.ts";
import { SET_UP_PATH } from "../../lib/server/session/limited.ts";
import { Tag } from "../../lib/ui/states.tsx";

/** How the person's two-step sign-in stands, and the way to its page. Nothing where the operator turned it off. */
export function TwoStepPart({ factor }: { factor: OwnFactor }): ReactNode {
  const { away, since, codesLeft } = factor;
  if (away === "off" && since === null) return null;
  return (
    <section className="part" id="two-step" aria-labelledby="two-step-title">
      <header>
        <h2 id="two-step-title">Two-step sign-in</h2>
      </header>
      <p>
        {since === null
          ? "A password can be guessed or stolen. With two-step sign-in, signing in also asks for a code from an app on your phone."
          : (
            <>
              <Tag on>On</Tag> {`Since ${formatInstant(since)}. Recovery codes left: ${codesLeft}.`}
            </>
          )}
      </p>
      <div className="btn-row">
        <a className="btn" href={SET_UP_PATH}>{since === null ? "Set it up" : "Change it"}</a>
      </div>
    </section>
  );
}
