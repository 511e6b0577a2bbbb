import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { countText, newestText } from "../../lib/domain/money.ts";
import type { ListedRun } from "../../lib/features/mail/mod.ts";
import { DataTable } from "../../lib/ui/table.tsx";
import { keptText, shareText } from "./_share.tsx";

/** The newest runs of a campaign with what became of their mails; each leads to its tracking. */
export function Runs({ runs, trackedId }: { runs: readonly ListedRun[]; trackedId: number | null }): ReactNode {
  if (runs.length === 0) return null;
  const part = newestText(runs.length, runs[0].run);
  return (
    <section className="stack" id="runs" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      {(part || trackedId !== null) && (
        <p className="small">
          {part && `${part} `}
          {trackedId !== null && <a href={`/dashboard/tracking/${trackedId}/1?run=all`}>Tracking of all runs</a>}
        </p>
      )}
      <DataTable
        caption="Runs, the newest first"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th scope="col" role="columnheader">Run</th>
            <th scope="col" role="columnheader">Began</th>
            <th scope="col" role="columnheader" className="numeric">Sent</th>
            <th scope="col" role="columnheader" className="numeric">Failed</th>
            <th scope="col" role="columnheader" className="numeric">Opened</th>
            <th scope="col" role="columnheader" className="numeric">Clicked</th>
            <th scope="col" role="columnheader" className="numeric">Unsubscribed</th>
            <th scope="col" role="columnheader" className="fold-only">Details</th>
          </tr>
        }
      >
        {runs.map((row) => <Row key={row.run} row={row} trackedId={trackedId} />)}
      </DataTable>
    </section>
  );
}

function Row({ row, trackedId }: { row: ListedRun; trackedId: number | null }): ReactNode {
  const { run, startedAt, stopped, recipients, sent, failed, opened, clicked, unsubscribed } = row;
  const kept = keptText(row);
  const name = `Email Sent ${run}`;
  const began = formatInstant(startedAt);
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        {trackedId === null ? name : <a href={`/dashboard/tracking/${trackedId}/${run}`}>{name}</a>}
      </th>
      <td role="cell" className="fold-hidden nowrap">
        {began}
        {stopped && <span className="mute">, stopped</span>}
      </td>
      <td role="cell" className="numeric row-value">
        {`${countText(sent)} of ${countText(recipients)}`}
        {kept && <div className="small mute">{kept}</div>}
      </td>
      <td role="cell" className="numeric fold-hidden">{countText(failed)}</td>
      <td role="cell" className="numeric fold-hidden">{shareText(opened, sent)}</td>
      <td role="cell" className="numeric fold-hidden">{shareText(clicked, sent)}</td>
      <td role="cell" className="numeric fold-hidden">{countText(unsubscribed)}</td>
      <td role="cell" className="row-detail fold-only">
        {[
          `${began}${stopped ? ", stopped" : ""}`,
          failed > 0 && `${countText(failed)} failed`,
          `${shareText(opened, sent) || "0%"} opened`,
          `${shareText(clicked, sent) || "0%"} clicked`,
          unsubscribed > 0 && `${countText(unsubscribed)} unsubscribed`,
        ].filter(Boolean).join(", ")}
      </td>
    </tr>
  );
}
