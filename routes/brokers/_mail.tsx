import type { ReactNode } from "react";
import type { MailOfAccount } from "../../lib/features/tracking/mod.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

const times = (n: number, what: string) => `${n} ${n === 1 ? what : `${what}s`}`;

/** What people did with a mail, in words. */
const doneWith = ({ opens, clicks }: MailOfAccount): string =>
  opens + clicks === 0
    ? "Not opened yet"
    : [opens > 0 && times(opens, "open"), clicks > 0 && times(clicks, "click")].filter(Boolean).join(", ");

/** When it left, or why it has not. */
function Left({ mail: { status, sentAt } }: { mail: MailOfAccount }): ReactNode {
  if (status === "failed") return "Could not be sent";
  if (sentAt !== null) return formatInstant(sentAt);
  return status === null ? <None /> : "On its way";
}

/** The mail that a broker had, the newest first, and what was done with it. */
export function BrokerMail({ rows }: { rows: readonly MailOfAccount[] }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <section className="part" aria-labelledby="mail">
      <header>
        <h2 id="mail">Mail</h2>
        <p className="align-end">Campaigns and touch-base, the newest first. Opens and clicks are by people.</p>
      </header>
      <DataTable
        caption="Mail to this broker"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Email</th>
            <th role="columnheader" scope="col">Sent</th>
            <th role="columnheader" scope="col">Done with it</th>
            <th role="columnheader" scope="col">Last</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {rows.map((mail) => (
          <tr role="row" key={mail.id}>
            <th role="rowheader" scope="row" className="row-title">
              <a href={`/dashboard/tracking/${mail.emailId}/${mail.sentId}`}>{mail.name}</a>
              {mail.subject && mail.subject !== mail.name && <span className="client-name">{` ${mail.subject}`}</span>}
            </th>
            <td role="cell" className="fold-hidden nowrap">
              <Left mail={mail} />
            </td>
            <td role="cell" className="fold-hidden">{doneWith(mail)}</td>
            <td role="cell" className="nowrap row-value">
              {mail.lastAt === null ? <None /> : formatInstant(mail.lastAt)}
            </td>
            <td role="cell" className="row-detail fold-only">{doneWith(mail)}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
