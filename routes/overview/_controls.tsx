import type { ReactNode } from "react";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { OVERVIEW_STATUSES, PERIOD_LABELS, PERIODS } from "../../lib/domain/lending/overview.ts";
import { STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import { limitsStatus, type OverviewQuery, overviewQuery, type OverviewView } from "../../lib/schemas/overview.ts";
import { behind } from "./_behind.ts";

/** The four views' names (loans specification 2.7). */
export const VIEW_LABELS: Readonly<Record<OverviewView, string>> = {
  risk: "Risk Details",
  exposure: "Exposure Details",
  history: "History Analytics",
  brokers: "Broker Submission",
};

function FilterLinks(props: {
  label: string;
  choices: readonly (readonly [text: string, changes: Partial<OverviewQuery>])[];
  query: OverviewQuery;
}): ReactNode {
  const { label, choices, query } = props;
  const isHere = (changes: Partial<OverviewQuery>) =>
    Object.entries(changes).every(([name, value]) => query[name as keyof OverviewQuery] === value);
  return (
    <nav className="segmented slim" aria-label={label}>
      {choices.map(([text, changes]) => (
        <a key={text} href={overviewQuery.address(query, changes)} aria-current={isHere(changes) ? "true" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** How the figures were chosen, for the page's head on paper. */
export function filterLabels({ view, period, status, by }: OverviewQuery): (string | false)[] {
  return [
    PERIOD_LABELS[period],
    limitsStatus(view) && (status === "all" ? "All statuses" : STATUS_LABELS[status]),
    by === "count" ? "Loans" : "Dollars",
  ];
}

/** The view selector and the filters: links, so that the address describes the view. */
export function Controls(props: { query: OverviewQuery; today: string; found: string; empty: boolean }): ReactNode {
  const { query, today, found, empty } = props;
  const { view } = query, narrows = limitsStatus(view);
  const day = `as of ${formatLongDate(today)}`;
  return (
    <div className="overview-controls">
      <div className="row">
        <FilterLinks
          label="View"
          query={query}
          choices={(Object.keys(VIEW_LABELS) as OverviewView[]).map((one) => [VIEW_LABELS[one], { view: one }])}
        />
        <p className="small mute align-end">
          {narrows && !empty
            ? (
              <>
                <a href={behind(query, {})}>{found}</a>
                {`, ${day}`}
              </>
            )
            : `${found}, ${day}`}
        </p>
      </div>
      <div className="row">
        <FilterLinks
          label="Period"
          query={query}
          choices={PERIODS.map((period) => [PERIOD_LABELS[period], { period }])}
        />
        {narrows && (
          <FilterLinks
            label="Status"
            query={query}
            choices={[
              ["All", { status: "all" }],
              ...OVERVIEW_STATUSES.map((status) => [STATUS_LABELS[status], { status }] as const),
            ]}
          />
        )}
        <FilterLinks
          label="Measure"
          query={query}
          choices={[["Loans", { by: "count" }], ["Dollars", { by: "amount" }]]}
        />
      </div>
    </div>
  );
}
