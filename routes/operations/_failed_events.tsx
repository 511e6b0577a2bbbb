import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { canTryAgain } from "../../lib/domain/events.ts";
import { newestText } from "../../lib/domain/money.ts";
import { eventWords } from "../../lib/domain/operations/event_words.ts";
import type { FailedEvent } from "../../lib/features/operations/mod.ts";
import { DataTable } from "../../lib/ui/table.tsx";

/** Events that a consumer gave up on, until an owner tries them again or sets them aside. */
export function FailedEvents({ count, list }: { count: number; list: readonly FailedEvent[] }): ReactNode {
  return (
    <section aria-labelledby="events-title" className="stack">
      <h2 id="events-title">Events that gave up</h2>
      <p>
        A mail or a piece of news that should have followed was not made: every try failed. Once the reason is mended,
        try again; set aside what is no longer needed. {newestText(list.length, count)}
      </p>
      <DataTable
        caption="Events that gave up, the newest first"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th scope="col" role="columnheader">What happened</th>
            <th scope="col" role="columnheader">When</th>
            <th scope="col" role="columnheader">Reason</th>
          </tr>
        }
      >
        {list.map((event) => (
          <tr role="row" key={`${event.eventId} ${event.consumer}`}>
            <th role="rowheader" scope="row" className="row-title">
              {eventWords(event.type)}
              <div className="small mute">{`Event ${event.eventId} (${event.type}), for ${event.consumer}`}</div>
            </th>
            <td role="cell" className="row-value nowrap">{formatInstant(event.at)}</td>
            <td role="cell" className="row-detail long-text">
              <div className="stack">
                <div>
                  {event.reason}
                  {!canTryAgain(event.type) && (
                    <div className="small mute">
                      The code or link that it carried is erased: it cannot be tried again.
                    </div>
                  )}
                </div>
                <div className="btn-row">
                  {canTryAgain(event.type) && <Act event={event} call="tryeventagain">Try again</Act>}
                  <Act event={event} call="seteventaside">Set aside</Act>
                </div>
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** A button that works without script. */
function Act({ event, call, children }: { event: FailedEvent; call: string; children: string }): ReactNode {
  return (
    <form method="post" action={`/api/loans/${call}`}>
      <input type="hidden" name="eventId" value={event.eventId} />
      <input type="hidden" name="consumer" value={event.consumer} />
      <button className="btn slim" type="submit" aria-label={`${children}: event ${event.eventId}`}>{children}</button>
    </form>
  );
}
