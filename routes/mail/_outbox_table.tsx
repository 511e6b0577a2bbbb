import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { kindLabel, mailState, shownSubject } from "../../lib/domain/mail/outbox.ts";
import type { OutboxRow } from "../../lib/features/mail/mod.ts";
import { type OutboxQuery, outboxQuery } from "../../lib/schemas/mail/outbox.ts";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** A page of mails, the newest first. A refusal shows the list that was left, by its `query`. */
export function OutboxTable({ rows, query }: { rows: readonly OutboxRow[]; query: OutboxQuery }): ReactNode {
  const again = `/api/loans/sendmailagain?${outboxQuery.text(query)}`;
  return (
    <DataTable
      caption="Mails, the newest first"
      folds
      className="no-pick outbox"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">To</th>
          <th scope="col" role="columnheader">Status</th>
          <th scope="col" role="columnheader">Kind</th>
          <th scope="col" role="columnheader">Subject</th>
          <th scope="col" role="columnheader">Written</th>
          <th scope="col" role="columnheader" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => <Row key={row.id} row={row} again={again} />)}
    </DataTable>
  );
}

function Row({ row, again }: { row: OutboxRow; again: string }): ReactNode {
  const { id, kind, to, status, createdAt } = row;
  const { word, bad, why: reason } = mailState(row);
  const warned = row.suppressed && row.outcome !== "delivered";
  const why = reason || (warned ? "Mail to this address bounced before, so it may not arrive." : "");
  const subject = shownSubject(row);
  const written = formatInstant(createdAt);
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        <EmailAddress address={to} />
      </th>
      <td role="cell" className="row-value">
        <Tag bad={bad}>{word}</Tag>
      </td>
      <td role="cell" className="fold-hidden nowrap">{kindLabel(kind)}</td>
      <td role="cell" className="fold-hidden long-text">
        {subject ?? <span className="mute">Not shown: it holds a code</span>}
        {why && <small className="mute">{why}</small>}
        {status === "failed" && <Again id={id} action={again} />}
      </td>
      <td role="cell" className="fold-hidden nowrap">{written}</td>
      <td role="cell" className="row-detail fold-only">
        {[kindLabel(kind), subject, written, why].filter(Boolean).join(", ")}
        {status === "failed" && <Again id={id} action={again} />}
      </td>
    </tr>
  );
}

/** A button that works without script. */
function Again({ id, action }: { id: number; action: string }): ReactNode {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="id" value={id} />
      <button className="btn slim" type="submit">Send again</button>
    </form>
  );
}
