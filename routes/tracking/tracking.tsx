import { latestOpen, listTrackedEmails, trackingWeeks } from "../../lib/features/tracking/mod.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { countOf, countText } from "../../lib/domain/money.ts";
import { type EmailOrder, TRACKING_SEARCH_MAX, trackingQuery } from "../../lib/schemas/tracking.ts";
import { page } from "../../lib/server/page.tsx";
import { Spark } from "../../lib/ui/charts/spark.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";
import {
  Beside,
  countedText,
  MachinesSwitch,
  People,
  trackedAddress,
  UniqueOpens,
  Weeks,
  weeksText,
  When,
} from "./_parts.tsx";
import { SearchBox } from "../../lib/ui/search_box.tsx";
import { type SortChoice, SortSelect } from "../../lib/ui/sort_select.tsx";

/** Sort options, each column in its most useful direction. */
const SORTS: readonly SortChoice<EmailOrder>[] = [
  ["opened", "desc", "By last opened", "By last opened, oldest first"],
  ["name", "asc", "By email name"],
  ["sent", "desc", "By times sent"],
  ["users", "desc", "By users opened"],
  ["unique", "desc", "By unique opens"],
  ["opens", "desc", "By opens"],
  ["clicks", "desc", "By clicks"],
];

/** All tracked emails (loans specification 2.10). Figures are people's (docs/decisions/tracking.md). */
export const trackingPage = page({
  path: trackingQuery.path,
  permission: "manageLoans",
  title: "Tracking",
  shell: "dashboard",
  async load(ctx, { query: sent }) {
    const query = trackingQuery.parse(sent);
    const [listed, latest, weeks] = await Promise.all([
      listTrackedEmails(ctx, query),
      latestOpen(ctx),
      trackingWeeks(ctx),
    ]);
    return { filters: query, latest, weeks, ...listed };
  },
  actions: () => (
    <>
      <a className="btn" href="/api/tracker/file?of=emails" download aria-label="Download as CSV">
        <Icon name="download" />
        <span className="label">CSV</span>
      </a>
      <a className="btn" href="/dashboard/tracking/overview" aria-label="Overview">
        <Icon name="chart-pie" />
        <span className="label">Overview</span>
      </a>
    </>
  ),
  paper: ({ filters }) => [filters.q !== "" && `“${filters.q}”`, filters.machines === "shown" && "with machines"],
  view: ({ filters, any, sums, latest, weeks, rows, found, page, pages }) => {
    if (!any) {
      return (
        <Empty title="Nothing was sent yet" text="Opens and clicks of every mail appear here within a second.">
          <a className="btn" href="/dashboard/emails">Open the emails</a>
        </Empty>
      );
    }
    const machines = filters.machines === "shown";
    const { q: _q, page: _page, sort: _sort, dir: _dir, ...kept } = trackingQuery.notDefault(filters);
    const head = sortHeads(trackingQuery, filters);
    return (
      <>
        <Strip
          label="In short"
          groups={[
            <Fig key="last" label="Last Opened" className="full-row">
              {latest
                ? (
                  <>
                    {formatInstant(latest.at)}
                    <Beside>
                      {`${latest.name} read `}
                      <a href={`/dashboard/tracking/${latest.emailId}/1?run=all`}>{latest.email}</a>
                    </Beside>
                  </>
                )
                : <None />}
            </Fig>,
            <Fig key="unique" label="Total Unique Opens">
              <People people={sums.uniqueOpens} machines={machines ? sums.machineOpens : undefined} />
              <Weeks values={weeks.all.uniqueOpens} what="Unique opens" />
            </Fig>,
            <Fig key="clicks" label="Total Clicks">
              <People people={sums.clicks} machines={machines ? sums.machineClicks : undefined} />
              <Weeks values={weeks.all.clicks} what="Clicks" />
            </Fig>,
          ]}
        />
        <div className="filters">
          <FilterForm className="contents" label="Emails" action={trackingQuery.path} preserved={kept}>
            <SearchBox value={filters.q} label="Search emails" placeholder="Email name" max={TRACKING_SEARCH_MAX} />
            <SortSelect list={trackingQuery} query={filters} choices={SORTS} />
          </FilterForm>
          <MachinesSwitch
            shown={machines}
            href={trackingQuery.address(filters, { machines: machines ? "" : "shown" })}
          />
          <p className="align-end small mute" role="status">{countOf(found, "email")}</p>
        </div>
        {rows.length === 0
          ? (
            <Empty title="No email matches" text="Try fewer letters of its name.">
              <a className="btn" href={trackingQuery.path}>Show all emails</a>
            </Empty>
          )
          : (
            <DataTable
              caption="Emails"
              folds
              className="no-pick"
              head={
                <tr role="row">
                  {head("name", "Email Name")}
                  {head("opened", "Last Opened")}
                  {head("sent", "Times Sent", "numeric")}
                  {head("users", "Users Opened", "numeric")}
                  {head("unique", "Unique Opens", "numeric")}
                  {head("opens", "Opens", "numeric")}
                  {head("clicks", "Clicks", "numeric")}
                  <th role="columnheader" scope="col" className="fold-hidden">12 weeks</th>
                  <th role="columnheader" scope="col" className="fold-only">Details</th>
                </tr>
              }
            >
              {rows.map((email) => (
                <tr role="row" key={email.id}>
                  <th role="rowheader" scope="row" className="row-title">
                    <a href={trackedAddress(email)}>{email.name}</a>
                  </th>
                  <td role="cell" className="fold-hidden">
                    <When at={email.lastOpened} />
                    {email.lastBy && <Beside>{email.lastBy}</Beside>}
                  </td>
                  <td role="cell" className="numeric fold-hidden">{email.timesRan}</td>
                  <td role="cell" className="numeric fold-hidden">{countText(email.usersOpened)}</td>
                  <td role="cell" className="numeric row-value">
                    <UniqueOpens count={email.uniqueOpens} />
                  </td>
                  <td role="cell" className="numeric fold-hidden">
                    <People people={email.opens} machines={machines ? email.machineOpens : undefined} />
                  </td>
                  <td role="cell" className="numeric fold-hidden">
                    <People people={email.clicks} machines={machines ? email.machineClicks : undefined} />
                  </td>
                  <td role="cell" className="fold-hidden">
                    <Spark
                      values={weeks.ofEmail(email.id).uniqueOpens.slice(0, -1)}
                      label={weeksText(weeks.ofEmail(email.id).uniqueOpens, "Unique opens")}
                    />
                  </td>
                  <td role="cell" className="row-detail fold-only">
                    {[
                      email.lastOpened !== null && `${formatInstant(email.lastOpened)} by ${email.lastBy}`,
                      countedText(email.usersOpened, "user") + " opened",
                      countedText(email.opens, "open", machines ? email.machineOpens : undefined),
                      countedText(email.clicks, "click", machines ? email.machineClicks : undefined),
                      email.timesRan === 1 ? "sent once" : `sent ${email.timesRan} times`,
                    ].filter(Boolean).join(", ")}
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
        <Pager
          page={page}
          pages={pages}
          href={(n) => trackingQuery.address(filters, { page: n })}
          what="emails"
        />
      </>
    );
  },
});
