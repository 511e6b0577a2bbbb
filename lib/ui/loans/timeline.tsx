import type { ReactNode } from "react";
import { dateInToronto, formatDate, formatInstant } from "../../domain/dates.ts";
import type { TimelineEntry } from "../../domain/loans/timeline.ts";

const STATE_WORDS = { next: "To come: ", now: "Now: ", past: "" } as const;

function When({ at, day }: TimelineEntry): ReactNode {
  if (at !== undefined) return <time dateTime={dateInToronto(at)}>{formatInstant(at)}</time>;
  return day ? <time dateTime={day}>{formatDate(day)}</time> : null;
}

/** Lines along a rule: what comes, what is now, what was. Those in `folded` show only where there is no script to unfold them. */
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
            {STATE_WORDS[entry.state] && <span className="visually-hidden">{STATE_WORDS[entry.state]}</span>}
            {entry.state === "now" ? <b>{entry.text}</b> : entry.text}
          </span>
          {entry.note && <span className="small mute">{entry.note}</span>}
          <When {...entry} />
        </li>
      ))}
    </ol>
  );
}
