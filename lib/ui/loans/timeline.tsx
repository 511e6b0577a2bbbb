import type { ReactNode } from "react";
import { dateInToronto, formatDate, formatInstant } from "../../domain/dates.ts";
import type { TimelineEntry } from "../../domain/loans/timeline.ts";

const STATE_PREFIXES = { next: "To come: ", now: "Now: ", past: "" } as const;

function When({ at, day }: TimelineEntry): ReactNode {
  if (at !== undefined) return <time dateTime={dateInToronto(at)}>{formatInstant(at)}</time>;
  return day ? <time dateTime={day}>{formatDate(day)}</time> : null;
}

/** Timeline entries along a rule. Those in `folded` are hidden where a script can unfold them. */
export function TimelineList(
  { entries, folded }: { entries: readonly TimelineEntry[]; folded?: ReadonlySet<TimelineEntry> },
): ReactNode {
  return (
    <ol className="timeline">
      {entries.map((entry, i) => (
        <li
          key={`${entry.text} ${entry.at ?? entry.day ?? ""} ${i}`}
          className={folded?.has(entry) ? "folded" : undefined}
          data-state={entry.state}
        >
          <span>
            {STATE_PREFIXES[entry.state] && <span className="visually-hidden">{STATE_PREFIXES[entry.state]}</span>}
            {entry.state === "now" ? <b>{entry.text}</b> : entry.text}
          </span>
          {entry.note && <span className="small mute">{entry.note}</span>}
          <When {...entry} />
        </li>
      ))}
    </ol>
  );
}
