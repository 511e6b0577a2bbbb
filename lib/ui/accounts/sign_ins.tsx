import type { ReactNode } from "react";
import { formatInstant } from "../../domain/dates.ts";
import { Icon } from "../icon.tsx";
import { Tag } from "../states.tsx";

/** A browser of an account: where, since when (milliseconds), and whether it is the current one. */
export interface BrowserRow {
  handle: string;
  browser: string;
  address: string;
  at: number;
  here: boolean;
}

/**
 * A list of browsers. `since` is the label of the time ("Signed in", "Last used"); `end` renders a row's button;
 * `count` is the total where not all are shown.
 */
export function BrowserList(props: {
  label: string;
  rows: readonly BrowserRow[];
  count: number;
  since: string;
  none: string;
  end?: (row: BrowserRow) => ReactNode;
}): ReactNode {
  const { label, rows, count, since, none, end } = props;
  if (rows.length === 0) return <p className="small mute">{none}</p>;
  return (
    <>
      <ul className="files" aria-label={label}>
        {rows.map((row) => (
          <li key={row.handle}>
            <Icon name="monitor" />
            <span className="name">
              {row.browser} {row.here && <Tag>This browser</Tag>}
              <span className="small mute where">
                {since} {formatInstant(row.at)}
                {row.address && `, from ${row.address}`}
              </span>
            </span>
            {end?.(row)}
          </li>
        ))}
      </ul>
      {count > rows.length && <p className="small mute">And {count - rows.length} more.</p>}
    </>
  );
}
