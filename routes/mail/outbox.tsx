import type { ReactNode } from "react";
import { EMAIL_MAX } from "../../lib/domain/accounts/account_rules.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { kindLabel } from "../../lib/domain/mail/outbox.ts";
import { countOf, countText } from "../../lib/domain/money.ts";
import { listOutbox } from "../../lib/features/mail/mod.ts";
import { type OutboxQuery, outboxQuery, type OutboxState } from "../../lib/schemas/mail/outbox.ts";
import { page } from "../../lib/server/page.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { OutboxTable } from "./_outbox_table.tsx";
import { SuppressedAddresses } from "./_suppressed_addresses.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";

const TABS: readonly (readonly [OutboxState, string])[] = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["failed", "Failed"],
  ["bounced", "Bounced"],
];

/** Every mail of the portal and what became of it, for owners (docs/decisions/mail-outbox.md). */
export const outboxPage = page({
  path: outboxQuery.path,
  permission: "manageOutbox",
  title: "Outbox",
  shell: "dashboard",
  async load(ctx, { query }) {
    const filters = outboxQuery.parse(query);
    return { filters, list: await listOutbox(ctx, filters), leaves: ctx.mail.leaves };
  },
  paper: ({ filters }) => [TABS.find(([state]) => state === filters.state)![1], filters.q !== "" && `“${filters.q}”`],
  view: ({ filters, list, leaves, form }) => (
    <>
      {form?.reason && <Notice band="yellow" live>{form.reason}</Notice>}
      {leaves && list.stop && <Stopped {...list.stop} waiting={list.counts.waiting} />}
      {!leaves && (
        <Notice>
          No mail service is set up, so mails stay here. Set RESEND_API_KEY or SMTP_URL, and new mails leave.
        </Notice>
      )}
      <Tabs
        label="Outbox"
        tabs={TABS.map(([state, label]) => ({
          href: outboxQuery.address(outboxQuery.defaults, { state }),
          label,
          count: state === "all" ? undefined : list.counts[state],
          here: state === filters.state,
        }))}
      />
      <Filters query={filters} list={list} />
      {list.rows.length > 0 ? <OutboxTable rows={list.rows} query={filters} /> : <Nothing query={filters} />}
      <Pager
        page={list.page}
        pages={list.pages}
        href={(n) => outboxQuery.address(filters, { page: n })}
        what="mails"
      />
      {list.suppressed.length > 0 && (
        <SuppressedAddresses list={list.suppressed} more={list.moreSuppressed} query={filters} />
      )}
    </>
  ),
});

type List = Awaited<ReturnType<typeof listOutbox>>;

/** An operator's mistake in plain words, and what to do. */
function Stopped({ since, reason, waiting }: { since: number; reason: string; waiting: number }): ReactNode {
  return (
    <div className="outbox-stop">
      <Notice band="yellow">
        <b>No mail has left since {formatInstant(since)}.</b>
        {` ${reason.replace(/[.!]?$/, ".")} ${
          waiting === 1 ? "One mail waits" : `${waiting} mails wait`
        }; none is lost. `}
        Once this is mended they leave by themselves within ten minutes, or at once:
      </Notice>
      <form method="post" action="/api/loans/resumemail">
        <input type="hidden" name="since" value={since} />
        <button className="btn slim" type="submit">Try now</button>
      </form>
    </div>
  );
}

function Filters({ query, list }: { query: OutboxQuery; list: List }): ReactNode {
  const { q: _q, kind: _kind, page: _page, ...kept } = outboxQuery.notDefault(query);
  const { found, newestOnly, kinds } = list;
  return (
    <div className="filters">
      <FilterForm className="contents" label="Mails" action={outboxQuery.path} preserved={kept}>
        <SearchBox
          value={query.q}
          label="Search by the beginning of an address"
          placeholder="Address begins with"
          max={EMAIL_MAX}
        />
        <select name="kind" aria-label="Kind" defaultValue={query.kind}>
          <option value="">Any kind</option>
          {[...new Set([...kinds, ...(query.kind ? [query.kind] : [])])].map((kind) => (
            <option key={kind} value={kind}>{kindLabel(kind)}</option>
          ))}
        </select>
      </FilterForm>
      <p className="align-end small mute" role="status">
        {newestOnly ? `The newest ${countText(found)}` : countOf(found, "mail")}
      </p>
      {query.state === "failed" && found > 0 && (
        <form method="post" action={`/api/loans/sendfailedmails?${outboxQuery.text(query)}`}>
          <input type="hidden" name="kind" value={query.kind} />
          <input type="hidden" name="q" value={query.q} />
          <button className="btn slim" type="submit">
            <Icon name="refresh-cw" />
            {query.kind || query.q ? "Send these again" : "Send all again"}
          </button>
        </form>
      )}
    </div>
  );
}

const EMPTY: Readonly<Record<OutboxState, readonly [string, string]>> = {
  all: ["No mail yet", "Codes, news of loans and campaigns are listed here once they are written."],
  waiting: ["Nothing waits", "Every mail has left."],
  failed: ["Nothing failed", "Mails that could not be sent after several tries are listed here, with the reason."],
  bounced: ["Nothing bounced", "Mails that came back, or that somebody complained about, are listed here."],
};

function Nothing({ query }: { query: OutboxQuery }): ReactNode {
  if (query.q || query.kind) {
    return (
      <Empty title="No mail matches" text="Search for the beginning of an address, or another kind.">
        <a className="btn" href={outboxQuery.address(outboxQuery.defaults, { state: query.state })}>Show all</a>
      </Empty>
    );
  }
  const [title, text] = EMPTY[query.state];
  return <Empty title={title} text={text} />;
}
