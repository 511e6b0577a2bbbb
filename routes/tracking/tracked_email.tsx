import { loadTrackedEmail, pageOfContacts, readingOf } from "../../lib/features/tracking/mod.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { countText } from "../../lib/domain/money.ts";
import { type ContactOrder, contactsQuery, TRACKING_SEARCH_MAX } from "../../lib/schemas/tracking.ts";
import { Island } from "../../lib/server/island.tsx";
import type { Context } from "../../lib/server/http.ts";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { ContactEvents } from "../../islands/tracking/ContactEvents.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { ContactTable } from "./_contact_table.tsx";
import { Beside, MachinesSwitch, People } from "./_parts.tsx";
import { ReadingCharts } from "./_reading_charts.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";

/** A number of the path from 1; 0 where it is none. */
const numberOf = (text: string | undefined): number => /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : 0;
/** A run's number, or all of them; 0 for anything else. */
const runOf = (text: string | undefined): number | "all" => text === "all" ? text : numberOf(text);

/** The runs to choose from, the newest first; with the one that is shown, also where it went to nobody. */
const runsOf = (timesRan: number, shown: number | "all"): number[] => [
  ...(shown !== "all" && shown > Math.max(1, timesRan) ? [shown] : []),
  ...Array.from({ length: Math.max(1, timesRan) }, (_, i) => timesRan - i || 1),
];

/** When a run was sent, or how often all were, as a sentence; empty where a run has not left. */
const sentText = (sentAt: number | null, runs: number, run: number | "all"): string =>
  run === "all"
    ? (runs === 1 ? "Sent once. " : `Sent ${runs} times. `)
    : sentAt === null
    ? ""
    : `Sent ${formatInstant(sentAt)}. `;

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<ContactOrder>[] = [
  ["interest", "desc", "By interest"],
  ["name", "asc", "By name"],
  ["opens", "desc", "By opens"],
  ["unique", "desc", "By unique opens"],
  ["clicks", "desc", "By clicks"],
  ["last", "desc", "By last opened", "By last opened, oldest first"],
];

/** What can be downloaded of a run. */
const FILES = [
  { of: "contacts", icon: "users", label: "Contacts, with their figures" },
  { of: "events", icon: "history", label: "Each open and click" },
] as const;

/** The run of the address; the first where that is no number from 1. Throws 404 for a number that no run can have. */
function runOfPath(text: string): number | "all" {
  const run = runOf(text);
  if (run === 0 && /^[1-9]\d+$/.test(text)) throw notFound("run");
  return run || 1;
}

/** The contacts of the chosen run, and their sums. */
async function load(ctx: Context, params: Readonly<Record<string, string>>, sent: Readonly<Record<string, string>>) {
  const emailId = numberOf(params.emailId), path = runOfPath(params.timesRan);
  if (emailId === 0) throw notFound("email");
  const list = contactsQuery(emailId, path);
  const query = list.parse(sent);
  const run = runOf(query.run) || path;
  const of = { emailId, sentId: run };
  const [email, contacts, reading] = await Promise.all([
    loadTrackedEmail(ctx, emailId),
    pageOfContacts(ctx, of, { ...query, descending: list.isDescending(query) }),
    readingOf(ctx, of, query.read),
  ]);
  // A campaign's run to nobody is beyond those that were tracked, and is known by when it was sent.
  if (run !== "all" && run > Math.max(1, email.timesRan) && reading.sentAt === null) throw notFound("run");
  return { email, list, filters: query, run, reading, ...contacts };
}

/** One email's contacts, of a run or of all (loans specification 2.10). */
export const trackedEmailPage: PageLike = page<Awaited<ReturnType<typeof load>>>({
  path: "/dashboard/tracking/:emailId/:timesRan",
  permission: "manageLoans",
  title: ({ email }) => email.name,
  shell: "dashboard",
  load: (ctx, { params, query }) => load(ctx, params, query),
  actions: ({ email, run }) => (
    <>
      <a className="btn bare" href="/dashboard/tracking" aria-label="All emails">
        <Icon name="chevron-left" />
        <span className="label">All emails</span>
      </a>
      <button className="btn" type="button" popoverTarget="tracking-files" aria-label="Download CSV">
        <Icon name="download" />
        <span className="label">CSV</span>
      </button>
      <div className="popover" id="tracking-files" popover="auto">
        {FILES.map(({ of, icon, label }) => (
          <a key={of} href={`/api/tracker/file?of=${of}&emailId=${email.id}&sentId=${run}`} download>
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </div>
    </>
  ),
  paper: ({ run, filters }) => [
    run === "all" ? "All Sent Data" : `Email Sent ${run}`,
    filters.q !== "" && `“${filters.q}”`,
    filters.machines === "shown" && "with machines",
  ],
  view: ({ email, list, filters, run, reading, sums, rows, page, pages }) => {
    const machines = filters.machines === "shown";
    const { q: _q, page: _page, run: _run, sort: _sort, dir: _dir, ...kept } = list.notDefault(filters);
    return (
      <>
        <Strip
          label="In short"
          groups={[
            <Fig key="name" label="Email name" className="full-row">
              {email.name}
              <Beside>
                {sentText(reading.sentAt, email.timesRan, run)}
                {email.campaignId === null
                  ? <a href="/dashboard/emails#touch-base">Open touch-base</a>
                  : <a href={`/dashboard/viewemail?id=${email.campaignId}`}>Open email</a>}
              </Beside>
            </Fig>,
            <Fig key="last" label="Last opened" className="full-row">
              {sums.latest ? formatInstant(sums.latest.at) : <None />}
              {sums.latest && <Beside>{sums.latest.name}</Beside>}
            </Fig>,
            <Fig key="unique" label="Total unique opens">
              <People people={sums.uniqueOpens} machines={machines ? sums.machineOpens : undefined} />
              <Beside>
                {`${countText(sums.opened)} of ${countText(sums.reached)} people`}
                {reading.before && `; ${countText(reading.before.uniqueOpens)} in the run before`}
              </Beside>
            </Fig>,
            <Fig key="clicks" label="Total clicks">
              <People people={sums.clicks} machines={machines ? sums.machineClicks : undefined} />
              {reading.before && <Beside>{`${reading.before.clicks} in the run before`}</Beside>}
            </Fig>,
          ]}
        />
        {sums.uniqueOpens + sums.clicks > 0 && <ReadingCharts reading={reading} list={list} query={filters} />}
        <div className="filters">
          <FilterForm className="contents" label="Contacts" action={list.path} preserved={kept}>
            <select name="run" aria-label="Run" defaultValue={String(run)}>
              {runsOf(email.timesRan, run).map((n) => <option key={n} value={n}>Email Sent {n}</option>)}
              <option value="all">All Sent Data</option>
            </select>
            <SearchBox
              value={filters.q}
              label="Search contacts"
              placeholder="Name or email"
              max={TRACKING_SEARCH_MAX}
            />
            <SortSelect list={list} query={filters} choices={SORTS} />
          </FilterForm>
          <MachinesSwitch shown={machines} href={list.address(filters, { machines: machines ? "" : "shown" })} />
          <p className="align-end small mute" role="status">
            {`${countText(sums.opened)} of ${countText(sums.reached)} opened it`}
          </p>
        </div>
        {rows.length === 0
          ? (
            <Empty
              title={filters.q ? "Nobody matches" : "It went to nobody"}
              text={filters.q
                ? "Choose another run, or search for fewer letters of a name or an address."
                : "Choose another run."}
            />
          )
          : <ContactTable rows={rows} list={list} query={filters} />}
        <Pager page={page} pages={pages} href={(n) => list.address(filters, { page: n })} what="contacts" />
        <Island of={ContactEvents} emailId={email.id} sentId={run} machines={machines} />
      </>
    );
  },
});
