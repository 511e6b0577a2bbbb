import type { ReactNode } from "react";
import { RATING_LABELS } from "../../lib/domain/accounts/account_values.ts";
import {
  daysBefore,
  type EmailInRange,
  emailsInRange,
  type RankedReader,
  rankedReaders,
  trackingCharts,
} from "../../lib/features/tracking/mod.ts";
import { pageOf } from "../../lib/domain/paging.ts";
import { byPeople, RANGES, sumsOf } from "../../lib/domain/tracking/figures.ts";
import { type TrackingOverviewQuery, trackingOverviewQuery } from "../../lib/schemas/tracking.ts";
import { page } from "../../lib/server/page.tsx";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable, SortHead } from "../../lib/ui/table.tsx";
import { OverviewCharts } from "./_overview_charts.tsx";
import { Totals } from "./_overview_totals.tsx";
import { HotBar, MachinesSwitch, People, Reach, trackedAddress } from "./_parts.tsx";

const COLUMNS = { opens: "Opens", unique: "Unique Opens", clicks: "Clicks", hot: "Hot" } as const;
type Column = keyof typeof COLUMNS;

type Row = EmailInRange | RankedReader;

const valueOf = (row: Row, column: Column): number =>
  column === "unique" ? row.uniqueOpens : column === "hot" ? ("hot" in row ? row.hot : 0) : row[column];

/** A page of emails, the highest first by a column. */
const ranked = (rows: readonly EmailInRange[], by: Column, page: number) =>
  pageOf(rows.toSorted((a, b) => valueOf(b, by) - valueOf(a, by) || a.name.localeCompare(b.name)), page);

/** The other list begins anew too where an order or a range changes, but stays where one turns a page. */
const FIRST_PAGES = { page: 1, emailPage: 1 } as const;

/** Emails or brokers with their figures, in the order of the chosen column. */
function Ranking<T extends Row>(props: {
  of: "emails" | "brokers";
  /** `most` is the hottest of all pages. */
  ranking: { rows: readonly T[]; page: number; pages: number; most?: number };
  columns: readonly Column[];
  query: TrackingOverviewQuery;
  hrefOf: (row: T) => string;
  /** What stands below the name. */
  below?: (row: T) => ReactNode;
  /** Where the rows are people: how to reach one, beside the figures, below the name on a phone. */
  reach?: (row: T) => ReactNode;
}): ReactNode {
  const { of, ranking: { rows, page, pages, most = 1 }, columns, query, hrefOf, below, reach } = props;
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
              <th scope="col" className="wide-only">
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
              {below?.(row)}
              {reach && <div className="narrow-only">{reach(row)}</div>}
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
            {reach && <td className="nowrap wide-only">{reach(row)}</td>}
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
    const machines = query.machines === "shown";
    const [emails, brokers, charts, before] = await Promise.all([
      emailsInRange(ctx, range),
      rankedReaders(ctx, { range, by: query.brokers, machines, page: query.page }),
      trackingCharts(ctx, range),
      daysBefore(ctx, range),
    ]);
    return {
      filters: query,
      charts,
      sums: sumsOf(emails),
      before,
      emails: ranked(emails.filter((row) => machines || byPeople(row)), query.emails, query.emailPage),
      brokers,
    };
  },
  actions: ({ filters }) => (
    <>
      <a className="btn bare" href="/dashboard/tracking" aria-label="All emails">
        <Icon name="chevron-left" />
        <span className="label">All emails</span>
      </a>
      <a
        className="btn"
        href={`/api/tracker/file?of=brokers&range=${filters.range}`}
        download
        aria-label="Download brokers as CSV"
      >
        <Icon name="download" />
        <span className="label">CSV</span>
      </a>
    </>
  ),
  paper: ({ filters }) => [
    RANGES.find(([days]) => String(days) === filters.range)![1],
    filters.machines === "shown" && "with machines",
  ],
  view: ({ filters, charts, sums, before, emails, brokers }) => (
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
            <Totals filters={filters} sums={sums} readers={brokers.readers} before={before} />
            <OverviewCharts {...charts} />
            <div className="charts">
              <section className="chart ranked" aria-labelledby="brokers-title">
                <header>
                  <div>
                    <h2 id="brokers-title">Brokers</h2>
                    <p>An address counts once over all emails; hot is clicks plus unique opens: call the first ones</p>
                  </div>
                </header>
                <Ranking
                  of="brokers"
                  ranking={brokers}
                  columns={["unique", "opens", "clicks", "hot"]}
                  query={filters}
                  hrefOf={(row) => `/dashboard/viewbroker?id=${row.id}`}
                  below={({ rating }) =>
                    rating && (
                      <div className="small">
                        <Band band={rating} word={RATING_LABELS[rating]} />
                      </div>
                    )}
                  reach={(row) => <Reach {...row} />}
                />
              </section>
              <section className="chart ranked" aria-labelledby="emails-title">
                <header>
                  <div>
                    <h2 id="emails-title">Emails</h2>
                    <p>By people; an address of a contact counts once in each email</p>
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
