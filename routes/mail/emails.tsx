import type { ReactNode } from "react";
import { BlacklistDialog } from "../../islands/mail/BlacklistDialog.tsx";
import { CreateEmail } from "../../islands/mail/CreateEmail.tsx";
import { TouchBase } from "../../islands/mail/TouchBase.tsx";
import { formatInstant, formatInstantDate } from "../../lib/domain/dates.ts";
import { matchesWords } from "../../lib/domain/like.ts";
import { CAMPAIGN_NAME_MAX, NO_ADDRESS } from "../../lib/domain/mail/campaign.ts";
import { rhythmText } from "../../lib/domain/mail/schedule.ts";
import { getEmails, listBlacklist, type ListedEmail } from "../../lib/features/mail/mod.ts";
import { emailListQuery } from "../../lib/schemas/mail.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { DialogButton } from "../../lib/ui/dialog.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty, Tag } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";

const brokersOf = (n: number) => n === 1 ? "1 broker" : `${n} brokers`;

/** Every campaign (loans specification 2.9), with the modals that create one and keep the blacklist. */
export const emailsPage = page({
  path: emailListQuery.path,
  permission: "manageLoans",
  title: "Emails",
  shell: "dashboard",
  async load(ctx, { query }) {
    const { q } = emailListQuery.parse(query);
    const all = await getEmails(ctx);
    const rows = all.filter(({ name, subject }) => matchesWords(`${name} ${subject}`, q));
    return { q, rows, all: all.length, blacklist: await listBlacklist(ctx) };
  },
  actions: () => (
    <>
      <DialogButton dialog="blacklist" icon="lock" className="btn bare scripted">
        <span className="label">Blacklist</span>
      </DialogButton>
      <DialogButton dialog="touch-base" icon="handshake" className="btn bare scripted">
        <span className="label">Touch-base</span>
      </DialogButton>
      <DialogButton dialog="create-email" icon="plus" className="btn primary scripted">
        <span className="label">Create email</span>
      </DialogButton>
    </>
  ),
  view: ({ q, rows, all, blacklist, site }) => (
    <>
      {!site.lender.address && rows.some(({ active }) => active) && <Notice band="yellow">{NO_ADDRESS}</Notice>}
      {all > 0 && (
        <div className="filters">
          <FilterForm className="filter-form" label="Emails" action={emailListQuery.path} kept={{}}>
            <SearchBox value={q} label="Search emails" placeholder="Name or subject" max={CAMPAIGN_NAME_MAX} />
          </FilterForm>
          <p className="align-end small mute" role="status">{rows.length} of {all}</p>
        </div>
      )}
      {rows.length > 0 ? <EmailsTable rows={rows} /> : <Nothing searched={all > 0} />}
      <Island of={CreateEmail} />
      <Island of={BlacklistDialog} entries={blacklist} />
      <Island of={TouchBase} lender={site.lender.name} />
    </>
  ),
});

function Nothing({ searched }: { searched: boolean }): ReactNode {
  if (searched) {
    return (
      <Empty title="No email matches" text="Search for a part of a name or a subject.">
        <a className="btn" href={emailListQuery.path}>Show all emails</a>
      </Empty>
    );
  }
  return (
    <Empty title="No emails yet" text="Write to all brokers who agreed to hear from you. Each can unsubscribe.">
      <DialogButton dialog="create-email" className="btn primary scripted">Create email</DialogButton>
    </Empty>
  );
}

function EmailsTable({ rows }: { rows: readonly ListedEmail[] }): ReactNode {
  return (
    <DataTable
      caption="Emails, the last sent first"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">Name</th>
          <th scope="col" role="columnheader">Status</th>
          <th scope="col" role="columnheader">Send Type</th>
          <th scope="col" role="columnheader">Last Sent</th>
          <th scope="col" role="columnheader" className="numeric">Brokers</th>
          <th scope="col" role="columnheader" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => <Row key={row.id} row={row} />)}
    </DataTable>
  );
}

function Row({ row }: { row: ListedEmail }): ReactNode {
  const { id, name, subject, active, settings, runs, lastRan, lastRecipients, sendAt, state } = row;
  const interval = settings.type === "interval";
  const when = interval ? rhythmText(row) : sendAt === null ? "" : formatInstant(sendAt);
  const last = lastRan === null ? "Not yet" : formatInstantDate(lastRan);
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        <a href={`/dashboard/viewemail?id=${id}`}>{name}</a>
      </th>
      <td role="cell" className="row-value">
        <Tag on={active || state === "Sending"}>{state}</Tag>
      </td>
      <td role="cell" className="fold-hidden nowrap">
        {interval ? "Interval" : "Static"}
        {when && <span className="mute">{`, ${when}`}</span>}
      </td>
      <td role="cell" className="fold-hidden nowrap">
        {lastRan === null ? <span className="mute">{last}</span> : last}
        {runs > 1 && <span className="mute">{`, run ${runs}`}</span>}
      </td>
      <td role="cell" className="numeric fold-hidden">{runs > 0 && lastRecipients}</td>
      <td role="cell" className="row-detail fold-only">
        {[subject, lastRan === null ? "not sent yet" : `${last} to ${brokersOf(lastRecipients)}`].filter(Boolean)
          .join(", ")}
      </td>
    </tr>
  );
}
