import type { ReactNode } from "react";
import { BlacklistDialog } from "../../islands/mail/BlacklistDialog.tsx";
import { CreateEmail } from "../../islands/mail/CreateEmail.tsx";
import { TouchBase } from "../../islands/mail/TouchBase.tsx";
import { matchesWords } from "../../lib/domain/like.ts";
import { CAMPAIGN_NAME_MAX, NO_ADDRESS } from "../../lib/domain/mail/campaign.ts";
import { pageOf } from "../../lib/domain/paging.ts";
import { getEmails, lastRuns, listBlacklist } from "../../lib/features/mail/mod.ts";
import { emailListQuery } from "../../lib/schemas/mail.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { DialogButton } from "../../lib/ui/dialog.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { EmailsTable } from "./_emails_table.tsx";

/** Every campaign (loans specification 2.9), with the modals that create one and keep the blacklist. */
export const emailsPage = page({
  path: emailListQuery.path,
  permission: "manageLoans",
  title: "Emails",
  shell: "dashboard",
  async load(ctx, { query }) {
    const filters = emailListQuery.parse(query);
    const all = await getEmails(ctx);
    const found = all.filter(({ name, subject }) => matchesWords(`${name} ${subject}`, filters.q));
    const paged = pageOf(found, filters.page);
    return {
      filters,
      ...paged,
      last: await lastRuns(ctx, paged.rows),
      all: all.length,
      active: all.some(({ active }) => active),
      blacklist: await listBlacklist(ctx),
    };
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
  view: ({ filters, rows, last, found, page, pages, all, active, blacklist, site }) => (
    <>
      {!site.lender.address && active && <Notice band="yellow">{NO_ADDRESS}</Notice>}
      {all > 0 && (
        <div className="filters">
          <FilterForm className="filter-form" label="Emails" action={emailListQuery.path} kept={{}}>
            <SearchBox value={filters.q} label="Search emails" placeholder="Name or subject" max={CAMPAIGN_NAME_MAX} />
          </FilterForm>
          <p className="align-end small mute" role="status">{found} of {all}</p>
        </div>
      )}
      {rows.length > 0 ? <EmailsTable rows={rows} last={last} /> : <Nothing searched={all > 0} />}
      <Pager page={page} pages={pages} href={(n) => emailListQuery.address(filters, { page: n })} what="emails" />
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
