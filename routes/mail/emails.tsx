import type { ReactNode } from "react";
import { BlacklistDialog } from "../../islands/mail/BlacklistDialog.tsx";
import { CreateEmail } from "../../islands/mail/CreateEmail.tsx";
import { TouchBase } from "../../islands/mail/TouchBase.tsx";
import { matchesWords } from "../../lib/domain/folded.ts";
import {
  CAMPAIGN_NAME_MAX,
  CAMPAIGN_TABS,
  type CampaignTab,
  isInTab,
  NO_ADDRESS,
  NO_MAIL_SERVICE,
} from "../../lib/domain/mail/campaign.ts";
import { inCampaignOrder } from "../../lib/domain/mail/campaign_order.ts";
import { countText } from "../../lib/domain/money.ts";
import { pageOf } from "../../lib/domain/paging.ts";
import { listBlacklist, listEmails, recentMail } from "../../lib/features/mail/mod.ts";
import { type EmailListQuery, emailListQuery } from "../../lib/schemas/mail/mail.ts";
import type { Context } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { DialogButton } from "../../lib/ui/dialog.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { EmailsTable } from "./_emails_table.tsx";
import { RecentStrip } from "./_recent_strip.tsx";

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<EmailListQuery["sort"]>[] = [
  ["sent", "desc", "By last sent", "By last sent, oldest first"],
  ["name", "asc", "By name"],
  ["type", "asc", "By send type"],
  ["brokers", "desc", "By brokers"],
  ["opened", "desc", "By opened"],
  ["clicked", "desc", "By clicked"],
];

const TABS = Object.keys(CAMPAIGN_TABS) as CampaignTab[];

/** A page of the campaigns that the tab and the search leave, and what the strip and the tabs say of all. */
async function listed(ctx: Context, filters: ReturnType<typeof emailListQuery.parse>) {
  const all = await listEmails(ctx);
  const inTab = all.filter(({ state }) => isInTab(state, filters.show));
  const found = inTab.filter(({ name, subject }) => matchesWords(`${name} ${subject}`, filters.q));
  const order = { sort: filters.sort, descending: emailListQuery.isDescending(filters) };
  const paged = pageOf(inCampaignOrder(found, order), filters.page);
  return {
    ...paged,
    all: all.length,
    inTab: inTab.length,
    tabs: TABS.map((tab) => ({ show: tab, count: all.filter(({ state }) => isInTab(state, tab)).length })),
    active: all.some(({ active }) => active),
  };
}

/** Every campaign (loans specification 2.9), with the modals that create one and keep the blacklist. */
export const emailsPage = page({
  path: emailListQuery.path,
  permission: "manageLoans",
  title: "Emails",
  shell: "dashboard",
  async load(ctx, { query }) {
    const filters = emailListQuery.parse(query);
    const [emails, recent, blacklist] = await Promise.all([
      listed(ctx, filters),
      recentMail(ctx),
      listBlacklist(ctx),
    ]);
    return { filters, ...emails, recent, blacklist, leaves: ctx.mail.leaves };
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
  paper: ({ filters }) => [CAMPAIGN_TABS[filters.show].label, filters.q !== "" && `“${filters.q}”`],
  view: ({ filters, rows, found, page, pages, recent, all, inTab, tabs, active, blacklist, leaves, site }) => (
    <>
      {!site.lender.address && active && <Notice band="yellow">{NO_ADDRESS}</Notice>}
      {!leaves && active && <Notice band="yellow">{NO_MAIL_SERVICE}</Notice>}
      {all > 0 && (
        <>
          <Tabs
            label="Emails"
            tabs={tabs.map(({ show, count }) => ({
              href: emailListQuery.address({ ...filters, q: "", page: 1 }, { show }),
              label: CAMPAIGN_TABS[show].label,
              count,
              here: show === filters.show,
            }))}
          />
          <RecentStrip {...recent} />
          <div className="filters">
            <FilterForm
              className="contents"
              label="Emails"
              action={emailListQuery.path}
              preserved={emailListQuery.notDefault({ ...emailListQuery.defaults, show: filters.show })}
            >
              <SearchBox
                value={filters.q}
                label="Search emails"
                placeholder="Name or subject"
                max={CAMPAIGN_NAME_MAX}
              />
              <SortSelect list={emailListQuery} query={filters} choices={SORTS} />
            </FilterForm>
            <p className="align-end small mute" role="status">{countText(found)} of {countText(inTab)}</p>
          </div>
        </>
      )}
      {rows.length > 0
        ? <EmailsTable rows={rows} query={filters} />
        : <Nothing any={all > 0} searched={inTab > 0} show={filters.show} />}
      <Pager page={page} pages={pages} href={(n) => emailListQuery.address(filters, { page: n })} what="emails" />
      <Island of={CreateEmail} />
      <Island of={BlacklistDialog} entries={blacklist} />
      <Island of={TouchBase} lender={site.lender.name} />
    </>
  ),
});

function Nothing({ any, searched, show }: { any: boolean; searched: boolean; show: CampaignTab }): ReactNode {
  if (any) {
    return (
      <Empty
        title={searched ? "No email matches" : CAMPAIGN_TABS[show].nothing}
        text={searched ? "Search for a part of a name or a subject." : "Look in the other tabs."}
      >
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
