import type { ReactNode } from "react";
import type { RequestListRow } from "../../lib/features/brokers/mod.ts";
import { LicenceMark } from "../../lib/ui/accounts/licence_mark.tsx";
import { Count } from "../../lib/ui/states.tsx";
import { whenText } from "./_when.ts";

/** Said where others ask with the same licence: one person again, or somebody else with their number. */
export const sharedText = (others: number): string =>
  others === 1 ? "In another request too" : `In ${others} other requests too`;

/**
 * Open account requests, newest first, each a link to its review; `allHref` leads to all, null where they were asked
 * for. Renders nothing without requests.
 */
export function Requests(
  props: { rows: readonly RequestListRow[]; found: number; allHref: string | null; now: number },
): ReactNode {
  const { rows, found, allHref, now } = props;
  if (!found) return null;
  return (
    <section className="requests" aria-labelledby="requests">
      <header className="row">
        <h2 id="requests">Waiting for you</h2>
        <Count count={found} what={found === 1 ? "request" : "requests"} pulse />
      </header>
      <ul className="request-list">
        {rows.map((row) => {
          const href = `/dashboard/createbroker?id=${row.id}`;
          return (
            <li key={row.id}>
              <a href={href}>
                <b>{row.name}</b>
              </a>
              <span>{row.brokerage || <span className="mute">No brokerage given</span>}</span>
              <span>
                <LicenceMark license={row.license} standing={row.licence} />
                {row.others > 0 && <small className="mute">{` ${sharedText(row.others)}`}</small>}
              </span>
              <span className="mute">{whenText(row.createdAt, now)}</span>
              <a className="btn slim" href={href}>
                Review<span className="visually-hidden">{` ${row.name}`}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {found > rows.length && (
        <p className="small more">
          {allHref
            ? <a href={allHref}>{`Show all ${found} requests`}</a>
            : `The newest ${rows.length} are shown; answer some to see older ones.`}
        </p>
      )}
    </section>
  );
}
