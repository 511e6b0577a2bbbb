import type { ReactNode } from "react";
import { countText, percent } from "../../lib/domain/money.ts";
import { MiniBar } from "../../lib/ui/loans/bars.tsx";

/** The people of a run as a share of its mails that left, `34%`; empty before any did. */
export const shareText = (people: number, sent: number): string => sent === 0 ? "" : percent(people / sent, 0);

/** Says of a run's mails that they reached nobody, or how many of them did not; empty where all left. */
export const keptText = ({ kept, sent }: { kept: number; sent: number }): string =>
  kept === 0 ? "" : kept === sent ? "kept here" : `${countText(kept)} kept here`;

/** The share with its bar; nothing before any mail left. */
export function Share({ people, sent }: { people: number; sent: number }): ReactNode {
  if (sent === 0) return null;
  return (
    <span className="percent">
      <MiniBar percent={people / sent * 100} /> {shareText(people, sent)}
    </span>
  );
}
