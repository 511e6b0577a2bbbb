import type { ReactNode } from "react";
import type { ExposureDetails } from "../../lib/features/overview/mod.ts";
import { OVERVIEW_STATUSES } from "../../lib/domain/lending/overview.ts";
import type { Bucket } from "../../lib/domain/lending/portfolio.ts";
import { inPortfolio } from "../../lib/domain/loans/status.ts";
import { fixed, money } from "../../lib/domain/money.ts";
import type { Outstanding } from "../../lib/features/servicing/mod.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { listOf } from "./_list_of.ts";
import { datumOf, headsOf, loanCountText, SavedChart, totalOf } from "./_parts.tsx";

/** Maximum number of named places; the rest are summed. */
const PLACES = 8;

/** The largest by the measure, and the sum of the rest. */
function largest(buckets: readonly Bucket[], by: OverviewQuery["by"]): (Bucket & { rest?: true })[] {
  const sorted = by === "count" ? [...buckets].sort((a, b) => b.count - a.count || b.amount - a.amount) : [...buckets];
  // Another line is better than a line "1 other".
  if (sorted.length <= PLACES + 1) return sorted;
  const rest = sorted.slice(PLACES);
  const sum = (of: (bucket: Bucket) => number) => rest.reduce((all, bucket) => all + of(bucket), 0);
  return [
    ...sorted.slice(0, PLACES),
    { label: `${rest.length} others`, count: sum((b) => b.count), amount: sum((b) => b.amount), rest: true },
  ];
}

/** WAMS and WAMF of funded and repaid loans. */
function Days(props: { days: ExposureDetails["days"]; query: OverviewQuery }): ReactNode {
  const data = props.days.flatMap(({ status, wams, wamf }) =>
    ([["seconds (WAMS)", wams], ["firsts (WAMF)", wamf]] as const).map(([what, days]) => ({
      label: `${status} ${what}`,
      value: days === null ? NaN : Math.round(days * 10) / 10,
      text: days === null ? "none" : `${fixed(days, 0)} days`,
    }))
  ).filter(({ label }) => props.query.status === "all" || label.startsWith(props.query.status));
  return (
    <SavedChart name="days" title="Days funded" note="Days weighted by amount: to today, or to the day repaid">
      <Bars caption="Days funded" heads={{ label: "Loans", value: "Days" }} data={data} />
    </SavedChart>
  );
}

/** What was funded and what is owed of it today, of the loans that have a ledger. */
function Owed({ loans, withLedger, funded, balance }: Outstanding): ReactNode {
  const data = [{ label: "Funded amount", value: funded }, { label: "Balance outstanding", value: balance }]
    .map((one) => ({ ...one, text: money(one.value) }));
  return (
    <SavedChart
      name="outstanding"
      title="Balance outstanding"
      note={`Dollars, by the ledgers of ${withLedger} of ${loanCountText(loans)} funded`}
    >
      <Bars caption="Balance outstanding" heads={{ label: "Sum", value: "Dollars" }} data={data} />
    </SavedChart>
  );
}

/** Exposure Details (loans specification 2.7 and 9). `owed` is null where no funded loans are shown. */
export function ExposureView(
  props: { exposure: ExposureDetails; owed: Outstanding | null; query: OverviewQuery },
): ReactNode {
  const { exposure, owed, query } = props;
  const { by } = query;
  const unit = by === "count" ? "Loans" : "Dollars";
  const statuses = exposure.statuses.map((bucket, i) =>
    datumOf(bucket, by, listOf(query, { status: OVERVIEW_STATUSES[i] }))
  );
  const positions = exposure.positions.map((bucket) => datumOf(bucket, by, listOf(query, { type: bucket.position })));
  const plain = (
    name: string,
    title: string,
    label: string,
    buckets: readonly (Bucket & { rest?: true })[],
    note = unit,
  ) => (
    <SavedChart name={name} title={title} note={note}>
      <Bars
        caption={title}
        heads={headsOf(label, by)}
        data={buckets.map((bucket) => ({ ...datumOf(bucket, by), rest: bucket.rest }))}
      />
    </SavedChart>
  );
  return (
    <div className="charts">
      <SavedChart name="positions" title="Position" note={`${unit} by type of mortgage`}>
        <Donut caption="Position" heads={headsOf("Position", by)} data={positions} {...totalOf(positions, by)} />
      </SavedChart>
      {query.status === "all" && (
        <SavedChart name="statuses" title="Status" note={`${unit} in each status`}>
          <Donut caption="Status" heads={headsOf("Status", by)} data={statuses} {...totalOf(statuses, by)} />
        </SavedChart>
      )}
      {owed && owed.withLedger > 0 && <Owed {...owed} />}
      {plain("sizes", "Loan size", "Size", exposure.sizes, `${unit} in each bucket`)}
      {plain("uses", "Use of proceeds", "Use", exposure.uses)}
      {plain("cities", "Cities", "City", largest(exposure.cities, by), `${unit}, largest first`)}
      {plain("regions", "Regions", "Region", largest(exposure.regions, by), `${unit}, largest first`)}
      {plain("properties", "Property type", "Property type", largest(exposure.properties, by))}
      {(query.status === "all" || inPortfolio(query.status)) && <Days days={exposure.days} query={query} />}
    </div>
  );
}
