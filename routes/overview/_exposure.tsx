import type { ReactNode } from "react";
import type { ExposureDetails } from "../../lib/features/overview/mod.ts";
import { daysText } from "../../lib/domain/dates.ts";
import { type FigureGroup, largestOf, OVERVIEW_STATUSES } from "../../lib/domain/lending/overview.ts";
import type { Bucket } from "../../lib/domain/lending/portfolio.ts";
import { inPortfolio } from "../../lib/domain/loans/status.ts";
import { halfUp, loanCountText, money } from "../../lib/domain/money.ts";
import type { Outstanding } from "../../lib/features/servicing/mod.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { bookQuery } from "../../lib/schemas/servicing/book.ts";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { behind } from "./_behind.ts";
import { datumOf, headsOf, SavedChart, totalOf } from "./_parts.tsx";

/** What a chart draws: the largest by the measure, and the sum of the rest. */
function withRest(buckets: readonly Bucket[], by: OverviewQuery["by"]): (Bucket & { rest?: true })[] {
  const { named, rest } = largestOf(buckets, by);
  if (rest.length === 0) return named;
  const sum = (of: (bucket: Bucket) => number) => rest.reduce((all, bucket) => all + of(bucket), 0);
  return [
    ...named,
    { label: `${rest.length} others`, count: sum((b) => b.count), amount: sum((b) => b.amount), rest: true },
  ];
}

/** WAMS and WAMF of funded and repaid loans. */
function Days(props: { days: ExposureDetails["days"]; query: OverviewQuery }): ReactNode {
  const data = props.days.flatMap(({ status, wams, wamf }) =>
    ([["seconds (WAMS)", wams, "second"], ["firsts (WAMF)", wamf, "first"]] as const).map(([what, days, is]) => ({
      label: `${status} ${what}`,
      href: days === null ? undefined : behind(props.query, { status, of: "days", is }),
      value: days === null ? NaN : Math.round(days * 10) / 10,
      text: days === null ? "none" : daysText(halfUp(days, 1)),
    }))
  ).filter(({ label }) => props.query.status === "all" || label.startsWith(props.query.status));
  return (
    <SavedChart name="days" title="Days funded" note="Days weighted by amount: to today, or to the day repaid">
      <Bars caption="Days funded" heads={{ label: "Loans", value: "Days" }} data={data} />
    </SavedChart>
  );
}

const BALANCES = bookQuery.address(bookQuery.defaults, { view: "loans" });

/** What was funded and what is owed of it today, of the loans that have a ledger. */
function Owed({ loans, withLedger, funded, balance, query }: Outstanding & { query: OverviewQuery }): ReactNode {
  const data = [
    { label: "Funded amount", value: funded, href: behind(query, { status: "Funded", of: "ledger" }) },
    // The list of loans shows amounts, no balances: those of all loans are in Servicing.
    { label: "Balance outstanding", value: balance, href: query.period === "all" ? BALANCES : undefined },
  ].map((one) => ({ ...one, text: money(one.value) }));
  return (
    <SavedChart
      name="outstanding"
      title="Balance outstanding"
      note={`Dollars, as posted by the ledgers of ${withLedger} of ${loanCountText(loans)} funded`}
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
    datumOf(bucket, by, behind(query, { status: OVERVIEW_STATUSES[i] }))
  );
  const positions = exposure.positions.map((bucket) =>
    datumOf(bucket, by, behind(query, { of: "type", is: bucket.position }))
  );
  const plain = (
    of: FigureGroup,
    title: string,
    label: string,
    buckets: readonly (Bucket & { rest?: true })[],
    note = unit,
  ) => (
    <SavedChart name={of} title={title} note={note}>
      <Bars
        caption={title}
        heads={headsOf(label, by)}
        data={buckets.map((bucket) => ({
          ...datumOf(bucket, by, behind(query, { of, ...bucket.rest ? { part: "rest" } : { is: bucket.label } })),
          rest: bucket.rest,
        }))}
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
      {owed && owed.withLedger > 0 && <Owed {...owed} query={query} />}
      {plain("size", "Loan size", "Size", exposure.sizes, `${unit} in each bucket`)}
      {plain("use", "Use of proceeds", "Use", exposure.uses)}
      {plain("city", "Cities", "City", withRest(exposure.cities, by), `${unit}, largest first`)}
      {plain("region", "Regions", "Region", withRest(exposure.regions, by), `${unit}, largest first`)}
      {plain("property", "Property type", "Property type", withRest(exposure.properties, by))}
      {(query.status === "all" || inPortfolio(query.status)) && <Days days={exposure.days} query={query} />}
    </div>
  );
}
