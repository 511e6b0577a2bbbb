import type { ReactNode } from "react";
import { formatInstant, formatInstantDate } from "../../lib/domain/dates.ts";
import { rhythmText } from "../../lib/domain/mail/schedule.ts";
import { countOf, countText } from "../../lib/domain/money.ts";
import type { ListedEmail } from "../../lib/features/mail/mod.ts";
import { type EmailListQuery, emailListQuery } from "../../lib/schemas/mail/mail.ts";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";
import { keptText, Share, shareText } from "./_share.tsx";

const brokersOf = (n: number) => countOf(n, "broker");

/** Campaigns with what people did with the last run of each. */
export function EmailsTable({ rows, query }: { rows: readonly ListedEmail[]; query: EmailListQuery }): ReactNode {
  const head = sortHeads(emailListQuery, query);
  return (
    <DataTable
      caption="Emails"
      folds
      className="no-pick"
      head={
        <tr role="row">
          {head("name", "Name")}
          <th scope="col" role="columnheader">Status</th>
          {head("type", "Send Type")}
          {head("brokers", "Brokers", "numeric")}
          {head("sent", "Last Sent")}
          {head("opened", "Opened", "numeric")}
          {head("clicked", "Clicked", "numeric")}
          <th scope="col" role="columnheader" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => <Row key={row.id} row={row} />)}
    </DataTable>
  );
}

function Row({ row }: { row: ListedEmail }): ReactNode {
  const { id, name, subject, active, settings, runs, lastRan, lastRecipients, sendAt, state, progress } = row;
  const { sent, opened, clicked } = row.last;
  const interval = settings.type === "interval", type = interval ? "Interval" : "Static";
  const when = interval ? rhythmText(row) : sendAt === null ? "" : formatInstant(sendAt);
  const lastSent = lastRan === null ? "Not yet" : formatInstantDate(lastRan);
  const kept = keptText(row.last);
  const done = sent === 0 ? "" : `${shareText(opened, sent)} opened, ${shareText(clicked, sent)} clicked`;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        <a href={`/dashboard/viewemail?id=${id}`}>{name}</a>
        {subject && <div className="small mute fold-hidden">{subject}</div>}
      </th>
      <td role="cell" className="row-value">
        <Tag on={active || state === "Sending"}>{state}</Tag>
        {progress && (
          <div className="small mute">{`${countText(progress.sent)} of ${countText(progress.recipients)}`}</div>
        )}
      </td>
      <td role="cell" className="fold-hidden nowrap">
        {type}
        {when && <div className="small mute">{when}</div>}
      </td>
      <td role="cell" className="numeric fold-hidden">{runs > 0 && countText(lastRecipients)}</td>
      <td role="cell" className="fold-hidden nowrap">
        {lastRan === null ? <span className="mute">{lastSent}</span> : lastSent}
        {runs > 1 && <div className="small mute">{`Run ${runs}`}</div>}
        {kept && <div className="small mute">{kept}</div>}
      </td>
      <td role="cell" className="numeric fold-hidden">
        <Share people={opened} sent={sent} />
      </td>
      <td role="cell" className="numeric fold-hidden">
        <Share people={clicked} sent={sent} />
      </td>
      <td role="cell" className="row-detail fold-only">
        {[
          subject,
          type,
          when,
          lastRan === null ? "not sent yet" : `${lastSent} to ${brokersOf(lastRecipients)}`,
          kept,
          done,
        ].filter(Boolean).join(", ")}
      </td>
    </tr>
  );
}
