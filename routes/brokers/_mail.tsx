import type { ReactNode } from "react";
import { ACCOUNT_MAILS_MOST, type MailOfAccount } from "../../lib/features/tracking/mod.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { engagementText, machineEngagementText } from "../../lib/domain/tracking/engagement.ts";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** What people did with a mail, where `last` is wanted when they did so last, and what programs did. */
function DoneWith({ mail, last }: { mail: MailOfAccount; last?: boolean }): ReactNode {
  const machines = machineEngagementText(mail);
  return (
    <>
      {engagementText(mail) || (mail.tracked ? "Not opened yet" : "Not tracked")}
      {last && mail.lastAt !== null && `, last ${formatInstant(mail.lastAt)}`}
      {machines && <span className="mute">{`. ${machines}`}</span>}
    </>
  );
}

/** A subject without the name that stands before it: those about loans begin with the loan's code. */
const without = (name: string, subject: string): string =>
  subject.startsWith(name) ? subject.slice(name.length).replace(/^[:\s]+/, "") : subject;

/** The run's figures of a campaign's mail, or the loan. */
const linkOf = ({ of }: MailOfAccount): string =>
  "loanId" in of ? `/dashboard/viewloan?id=${of.loanId}` : `/dashboard/tracking/${of.emailId}/${of.sentId}`;

/** When it left, or why it has not. */
function Left({ mail: { status, sentAt } }: { mail: MailOfAccount }): ReactNode {
  if (status === "failed") return "Could not be sent";
  if (sentAt !== null) return formatInstant(sentAt);
  if (status === "paused") return "Paused";
  return status === null ? <None /> : "On its way";
}

/** The mail that a broker had, the newest first, and what was done with it. */
export function BrokerMail({ rows }: { rows: readonly MailOfAccount[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <section className="part" aria-labelledby="mail">
      <header>
        <h2 id="mail">Mail</h2>
        <p className="align-end">
          Campaigns, touch-base and loans, the newest{" "}
          {rows.length < ACCOUNT_MAILS_MOST ? "first" : rows.length}. Machines are counted apart.
        </p>
      </header>
      <DataTable
        caption="Mail to this broker"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Email</th>
            <th role="columnheader" scope="col">Sent</th>
            <th role="columnheader" scope="col">Activity</th>
            <th role="columnheader" scope="col">Last</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {rows.map((mail, i) => (
          <tr role="row" key={i}>
            <th role="rowheader" scope="row" className="row-title">
              <a href={linkOf(mail)}>{mail.name}</a>{" "}
              {mail.subject && <span className="client-name">{without(mail.name, mail.subject)}</span>}
            </th>
            <td role="cell" className="nowrap row-value">
              <Left mail={mail} />
            </td>
            <td role="cell" className="fold-hidden">
              <DoneWith mail={mail} />
            </td>
            <td role="cell" className="fold-hidden nowrap">
              {mail.lastAt === null ? <None /> : formatInstant(mail.lastAt)}
            </td>
            <td role="cell" className="row-detail fold-only">
              <DoneWith mail={mail} last />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
