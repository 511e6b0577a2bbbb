import type { ReactNode } from "react";
import {
  type BrokerInRange,
  daysBefore,
  type EmailInRange,
  reachOfBrokers,
  trackingCharts,
  trackingOverview,
} from "../../lib/features/tracking/mod.ts";
import { pageOf } from "../../lib/domain/paging.ts";
import { byPeople, type Counts, RANGES, sumsOf } from "../../lib/domain/tracking/figures.ts";
import { type TrackingOverviewQuery, trackingOverviewQuery } from "../../lib/schemas/tracking.ts";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable, SortHead } from "../../lib/ui/table.tsx";
import { OverviewCharts } from "./_overview_charts.tsx";
import { Totals } from "./_overview_totals.tsx";
import { HotBar, MachinesSwitch, People, Reach, trackedAddress } from "./_parts.tsx";

const COLUMNS = { opens: "Opens", unique: "Unique Opens", clicks: "Clicks", hot: "Hot" } as const;
type Column = keyof typeof COLUMNS;

const valueOf = (row: EmailInRange | BrokerInRange, column: Column): number =>
  column === "unique" ? row.uniqueOpens : column === "hot" ? ("hot" in row ? row.hot : 0) : row[column];

/** A page of emails or brokers, the highest first by a column. */
const ranked = <T extends EmailInRange | BrokerInRange>(rows: readonly T[], by: Column, page: number) => ({
  ...pageOf(rows.toSorted((a, b) => valueOf(b, by) - valueOf(a, by) || a.name.localeCompare(b.name)), page),
  /** The hottest of all pages, 1 at least. */
  most: rows.reduce((most, row) => Math.max(most, valueOf(row, "hot")), 1),
});

/** The other list begins anew too where an order or a range changes, but stays where one turns a page. */
const FIRST_PAGES = { page: 1, emailPage: 1 } as const;

/** Emails or brokers with their figures, in the order of the chosen column. */
function Ranking<T extends EmailInRange | BrokerInRange>(props: {
  of: "emails" | "brokers";
  ranking: ReturnType<typeof ranked<T>>;
  columns: readonly Column[];
  query: TrackingOverviewQuery;
  hrefOf: (row: T) => string;
  /** Where the rows are people: how to reach one. */
  reach?: (row: T) => ReactNode;
}): ReactNode {
  const { of, ranking: { rows, page, pages, most }, columns, query, hrefOf, reach } = props;
  const by = query[of], machines = query.machines === "shown";
  const turned = (n: number) =>
    trackingOverviewQuery.address(query, of === "brokers" ? { page: n } : { page: query.page, emailPage: n });
  return (
    <>
      <DataTable
        caption={of === "emails" ? "Emails" : "Brokers"}
        head={
          <tr>
            <th scope="col">{of === "emails" ? "Email Name" : "Broker Name"}</th>
            {columns.map((column) => (
              <SortHead
                key={column}
                by={column}
                sort={{ by, descending: true }}
                href={trackingOverviewQuery.address(query, { [of]: column, ...FIRST_PAGES })}
                className="numeric"
              >
                {COLUMNS[column]}
              </SortHead>
            ))}
            {reach && (
              <th scope="col">
                <span className="visually-hidden">Reach</span>
              </th>
            )}
          </tr>
        }
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="row-title">
              <a href={hrefOf(row)}>{row.name}</a>
            </th>
            {columns.map((column) => (
              <td key={column} className="numeric">
                {column === "hot" && <HotBar share={valueOf(row, column) / most} />}
                <People
                  people={valueOf(row, column)}
                  machines={!machines || column === "unique" || column === "hot"
                    ? undefined
                    : column === "opens"
                    ? row.machineOpens
                    : row.machineClicks}
                />
              </td>
            ))}
            {reach && <td className="nowrap">{reach(row)}</td>}
          </tr>
        ))}
      </DataTable>
      <Pager page={page} pages={pages} href={(n) => `${turned(n)}#${of}-title`} what={of} />
    </>
  );
}

/** Emails and brokers of the last days (loans specification 2.10). */
export const trackingOverviewPage = page({
  path: trackingOverviewQuery.path,
  permission: "manageLoans",
  title: "Tracking overview",
  shell: "dashboard",
  async load(ctx, { query: sent }) {
    const query = trackingOverviewQuery.parse(sent);
    const range = Number(query.range);
    const [{ emails, brokers }, charts, before] = await Promise.all([
      trackingOverview(ctx, range),
      trackingCharts(ctx, range),
      daysBefore(ctx, range),
    ]);
    const isShown = (row: Counts) => query.machines === "shown" || byPeople(row);
    const rankedBrokers = ranked(brokers.filter(isShown), query.brokers, query.page);
    return {
      filters: query,
      charts,
      sums: sumsOf(emails),
      readers: brokers.filter(byPeople).length,
      before,
      emails: ranked(emails.filter(isShown), query.emails, query.emailPage),
      brokers: rankedBrokers,
      reach: await reachOfBrokers(ctx, rankedBrokers.rows.map(({ id }) => id)),
    };
  },
  actions: ({ filters }) => (
    <>
      <a
        className="btn"
        href={`/api/tracker/file?of=brokers&range=${filters.range}`}
        download
        aria-label="Download brokers as CSV"
      >
        <Icon name="download" />
        <span className="label">CSV</span>
      </a>
      <a className="btn" href="/dashboard/tracking" aria-label="All emails">
        <Icon name="chevron-left" />
        <span className="label">All emails</span>
      </a>
    </>
  ),
  paper: ({ filters }) => [
    RANGES.find(([days]) => String(days) === filters.range)![1],
    filters.machines === "shown" && "with machines",
  ],
  view: ({ filters, charts, sums, readers, before, emails, brokers, reach }) => (
    <>
      <div className="overview-controls">
        <div className="row">
          <nav className="segmented slim" aria-label="Date range">
            {RANGES.map(([days, name]) => (
              <a
                key={days}
                href={trackingOverviewQuery.address(filters, { range: String(days), ...FIRST_PAGES })}
                aria-current={filters.range === String(days) ? "true" : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
          <MachinesSwitch
            shown={filters.machines === "shown"}
            href={trackingOverviewQuery.address(filters, {
              machines: filters.machines === "shown" ? "" : "shown",
              ...FIRST_PAGES,
            })}
          />
        </div>
      </div>
      {emails.found === 0
        ? (
          <Empty title="Nothing was opened in these days" text="Choose a longer range.">
            <a className="btn" href={trackingOverviewQuery.address(filters, { range: "99999", ...FIRST_PAGES })}>
              Show all
            </a>
          </Empty>
        )
        : (
          <>
            <Totals filters={filters} sums={sums} readers={readers} before={before} />
            <OverviewCharts {...charts} />
            <div className="charts">
              <section className="chart ranked-brokers" aria-labelledby="brokers-title">
                <header>
                  <div>
                    <h2 id="brokers-title">Brokers</h2>
                    <p>Hot is clicks plus unique opens: call the first ones</p>
                  </div>
                </header>
                <Ranking
                  of="brokers"
                  ranking={brokers}
                  columns={["unique", "opens", "clicks", "hot"]}
                  query={filters}
                  hrefOf={(row) => `/dashboard/viewbroker?id=${row.id}`}
                  reach={(row) => reach.has(row.id) && <Reach name={row.name} room={false} {...reach.get(row.id)!} />}
                />
              </section>
              <section className="chart" aria-labelledby="emails-title">
                <header>
                  <div>
                    <h2 id="emails-title">Emails</h2>
                    <p>By people; a unique open is one address of a contact</p>
                  </div>
                </header>
                <Ranking
                  of="emails"
                  ranking={emails}
                  columns={["opens", "unique", "clicks"]}
                  query={filters}
                  hrefOf={trackedAddress}
                />
              </section>
            </div>
          </>
        )}
    </>
  ),
});
