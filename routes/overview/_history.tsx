import type { ReactNode } from "react";
import {
  HISTORY_SERIES,
  type HistoryMonth,
  type HistorySeries,
  type LoanHistory,
} from "../../lib/features/overview/mod.ts";
import { HistoryPlot } from "../../islands/overview/HistoryPlot.tsx";
import { formatDayMonth } from "../../lib/domain/dates.ts";
import { money } from "../../lib/domain/money.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Island } from "../../lib/server/island.tsx";
import { ChartTable, Figure } from "../../lib/ui/charts/chart.tsx";
import { Columns } from "../../lib/ui/charts/columns.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { countText, datumOf, headsOf, SavedChart, totalOf } from "./_parts.tsx";

const TITLES: Readonly<Record<HistorySeries, string>> = {
  submitted: "Submitted",
  funded: "Funded",
  repaid: "Repaid",
  declined: "Declined",
};

/** `2026-11` as `Nov 2026`. */
const monthText = (month: string) => `${formatDayMonth(`${month}-01`).slice(2)} ${month.slice(0, 4)}`;

/** The months as a table, newest first, with all data of the lines. */
function MonthTable(props: { months: readonly HistoryMonth[]; by: OverviewQuery["by"] }): ReactNode {
  const { months, by } = props;
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
              <th scope="row">{monthText(row.month)}</th>
              {HISTORY_SERIES.map((name) => {
                const value = row[name][by];
                return <Figure key={name} datum={{ value, text: by === "count" ? countText(value) : money(value) }} />;
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
  const { history: { months, outcome }, query } = props;
  const { by } = query;
  const unit = by === "count" ? "Loans" : "Dollars";
  const became = outcome.map((bucket) => datumOf(bucket, by));
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
            months={months.map(({ month }) => monthText(month))}
            series={HISTORY_SERIES.map((name) => ({ name: TITLES[name], values: months.map((m) => m[name][by]) }))}
            dollars={by === "amount"}
          />
          <MonthTable months={months} by={by} />
        </div>
      </SavedChart>
      {HISTORY_SERIES.map((name) => {
        const data = months.map((month) => datumOf({ label: monthText(month.month), ...month[name] }, by));
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
              whole={by === "count"}
              running
            />
          </SavedChart>
        );
      })}
      <SavedChart
        name="totals"
        title="Outcome"
        note={`${unit} submitted in these months, by current status`}
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
