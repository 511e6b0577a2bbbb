import { Fragment, type ReactNode } from "react";
import {
  HISTORY_SERIES,
  type HistoryMonth,
  type HistorySeries,
  type LoanHistory,
} from "../../lib/features/overview/mod.ts";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import { HistoryPlot } from "../../islands/overview/HistoryPlot.tsx";
import { OVERVIEW_STATUSES } from "../../lib/domain/lending/overview.ts";
import { countText, loanCountText, money } from "../../lib/domain/money.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Island } from "../../lib/server/island.tsx";
import { ChartTable, Figure } from "../../lib/ui/charts/chart.tsx";
import { Columns } from "../../lib/ui/charts/columns.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { behind } from "./_behind.ts";
import { datumOf, headsOf, SavedChart, totalOf } from "./_parts.tsx";

const TITLES: Readonly<Record<HistorySeries, string>> = {
  submitted: "Submitted",
  funded: "Funded",
  repaid: "Repaid",
  declined: "Declined",
};

/** The loans of a series in a month: by the day funded or repaid, else by the submission. */
function inMonth(query: OverviewQuery, series: HistorySeries, month: string): string {
  switch (series) {
    case "submitted":
      return behind(query, { month });
    case "declined":
      return behind(query, { status: "Declined", month });
    case "funded":
      return behind(query, { status: "lent", of: "funded", month });
    case "repaid":
      return behind(query, { status: "Repaid", of: "repaid", month });
  }
}

/** How many left-out events are named one by one. */
const NAMED_EVENTS = 5;

/** Dates far from all others, which the charts leave out: most are mistyped. */
function LeftOut(props: Pick<LoanHistory, "leftOut"> & { query: OverviewQuery }): ReactNode {
  const { leftOut, query } = props;
  if (leftOut.length === 0) return null;
  const named = leftOut.slice(0, NAMED_EVENTS);
  const monthsOf = (events: LoanHistory["leftOut"]) => new Set(events.map(({ month }) => month));
  const others = monthsOf(leftOut).difference(monthsOf(named)).size;
  return (
    <p className="small left-out">
      {"Left out, as their dates are far from all others: "}
      {named.map(({ series, month, count }, i) => (
        <Fragment key={`${series} ${month}`}>
          {i > 0 && ", "}
          <a href={inMonth(query, series, month)}>
            {`${loanCountText(count)} ${series} in ${formatShortMonth(month)}`}
          </a>
        </Fragment>
      ))}
      {others > 0 && `, and more in ${others === 1 ? "one other month" : `${others} other months`}`}.
    </p>
  );
}

/** The months as a table, newest first, with all data of the lines. */
function MonthTable(props: { months: readonly HistoryMonth[]; query: OverviewQuery }): ReactNode {
  const { months, query } = props;
  const { by } = query;
  return (
    <div className="months" tabIndex={0} role="region" aria-label="Months as a table">
      <table className="table">
        <caption className="visually-hidden">
          What happened each month, in {by === "count" ? "loans" : "dollars"}
        </caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {HISTORY_SERIES.map((name) => <th key={name} scope="col" className="numeric">{TITLES[name]}</th>)}
          </tr>
        </thead>
        <tbody>
          {[...months].reverse().map((row) => (
            <tr key={row.month}>
              <th scope="row">{formatShortMonth(row.month)}</th>
              {HISTORY_SERIES.map((name) => {
                const value = row[name][by];
                return (
                  <Figure
                    key={name}
                    datum={{ value, text: by === "count" ? countText(value) : money(value) }}
                    href={inMonth(query, name, row.month)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** History Analytics (loans specification 2.7). */
export function HistoryView(props: { history: LoanHistory; query: OverviewQuery }): ReactNode {
  const { history: { months, outcome, shortened, leftOut }, query } = props;
  const { by } = query;
  const unit = by === "count" ? "Loans" : "Dollars";
  const became = outcome.map((bucket, i) => datumOf(bucket, by, behind(query, { status: OVERVIEW_STATUSES[i] })));
  return (
    <div className="charts">
      <SavedChart
        name="history"
        title="Month by month"
        note={`${unit}; Toronto time, the last month to date`}
        broad
      >
        <div className="history">
          <Island
            of={HistoryPlot}
            on="visible"
            months={months.map(({ month }) => formatShortMonth(month))}
            series={HISTORY_SERIES.map((name) => ({ name: TITLES[name], values: months.map((m) => m[name][by]) }))}
            dollars={by === "amount"}
          />
          <MonthTable months={months} query={query} />
        </div>
        {shortened && <p className="small">The chart shows the last ten years.</p>}
        <LeftOut leftOut={leftOut} query={query} />
      </SavedChart>
      {HISTORY_SERIES.map((name) => {
        const data = months.map((month) =>
          datumOf({ label: formatShortMonth(month.month), ...month[name] }, by, inMonth(query, name, month.month))
        );
        const note = name === "declined" ? `${unit}, by the month they were submitted in` : `${unit} each month`;
        return (
          <SavedChart
            key={name}
            name={name}
            title={`${TITLES[name]} by month`}
            note={note}
            table={<ChartTable caption={TITLES[name]} heads={headsOf("Month", by)} data={data} />}
          >
            <Columns
              label={`${TITLES[name]} by month, ${unit.toLowerCase()}, ${data[0].label} to ${
                data[data.length - 1].label
              }`}
              data={data}
              short={(label) => label.slice(0, 3)}
              under={(label) => label.slice(-4)}
              whole={by === "count"}
              running
            />
          </SavedChart>
        );
      })}
      <SavedChart
        name="totals"
        title="Outcome"
        note={`${unit} submitted in the period, by current status`}
      >
        <Donut
          caption="Outcome"
          heads={headsOf("Status", by)}
          data={became}
          {...totalOf(became, by)}
        />
      </SavedChart>
    </div>
  );
}
