import type { ReactNode } from "react";
import type { LicenceStanding } from "../../domain/accounts/licence_check.ts";
import { Icon } from "../icon.tsx";

/** Letters of a licence that keep to a line. The regulator's have nine, and people may enter forty. */
const ONE_LINE = 12;

/**
 * A licence in a list: its number with a tick where the register has it, and in words where the register has it not.
 */
export function LicenceMark(props: { license: string; standing: LicenceStanding | null }): ReactNode {
  const { license, standing } = props;
  if (!standing) return null;
  const long = license.length > ONE_LINE;
  const mark = standing.unchecked || standing.verified;
  return (
    <span className={long ? "long-text" : mark ? "nowrap" : undefined} title={titleOf(standing)}>
      {license} {standing.unchecked
        ? <span className="visually-hidden">not checked</span>
        : standing.verified
        ? (
          <span className="ok-mark">
            <Icon name="check" />
            <span className="visually-hidden">verified</span>
          </span>
        )
        : <span className="mute nowrap">not verified</span>}
    </span>
  );
}

const titleOf = ({ unchecked, class: kind, note }: LicenceStanding): string | undefined =>
  [unchecked && "Format OK, not verified", kind, note].filter(Boolean).join(". ") || undefined;

/**
 * A licence's standing as a sentence: verified by the register, of the right form alone, or not; its class, a warning.
 */
export function LicenceSentence(props: { standing: LicenceStanding | null }): ReactNode {
  const { standing } = props;
  if (!standing) return <span className="mute">Not verified</span>;
  const more = [standing.class, standing.note].filter(Boolean).join(". ");
  if (standing.unchecked) return <span>Format OK, not verified</span>;
  return standing.verified
    ? (
      <span>
        <span className="ok-mark">
          <Icon name="check" />
        </span>{" "}
        Verified{more && <span className="mute">. {more}</span>}
      </span>
    )
    : <span>Not verified{more && <span className="mute">. {more}</span>}</span>;
}
