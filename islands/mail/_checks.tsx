import type { ReactNode } from "react";
import { type CampaignCheck, checksSummary } from "../../lib/domain/mail/campaign_checks.ts";
import type { CheckedLink } from "../../lib/domain/mail/link_check.ts";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";

const STATES: Readonly<Record<CampaignCheck["state"], { icon: IconName; word: string }>> = {
  passed: { icon: "circle-check", word: "Passed" },
  look: { icon: "triangle-alert", word: "To look at" },
  stops: { icon: "circle-alert", word: "Stops it" },
};

/** The element of one check, which names why a button does nothing. */
export const checkId = (name: CampaignCheck["name"]): string => `email-check-${name}`;

/** A campaign's checks as one list, each with its state; the links are asked for here, once the mail is saved. */
export function Checks(
  { checks, hasRun, links, onCheckLinks, changed }: {
    checks: readonly CampaignCheck[];
    hasRun: boolean;
    links: readonly CheckedLink[] | null;
    onCheckLinks: () => void;
    changed: boolean;
  },
): ReactNode {
  return (
    <section className="stack" id="checks" aria-labelledby="checks-title">
      <header className="preview-head">
        <h2 id="checks-title">Checks</h2>
        <span className="small mute" role="status">{checksSummary(checks, hasRun)}</span>
      </header>
      <ul className="email-checks">
        {checks.map(({ name, label, state, says }) => (
          <li key={name} id={checkId(name)} data-state={state}>
            <Icon name={STATES[state].icon} />
            <div role={name === "links" ? "status" : undefined}>
              <span className="visually-hidden">{`${STATES[state].word}: `}</span>
              <b>{label}</b> <span className="check-says">{says}</span>
              {name === "links" && <DoubtfulLinks links={links} />}
            </div>
            {name === "links" && (
              <button className="btn slim" type="button" aria-disabled={changed || undefined} onClick={onCheckLinks}>
                Check links
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links that may not work, each with what to do. */
function DoubtfulLinks({ links }: { links: readonly CheckedLink[] | null }): ReactNode {
  const suspect = links?.filter(({ state }) => state !== "good") ?? [];
  if (suspect.length === 0) return null;
  return (
    <ul>
      {suspect.map(({ link, why }) => <li key={link}>{`${link}: ${why}`}</li>)}
    </ul>
  );
}
