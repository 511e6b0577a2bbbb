import type { ReactNode } from "react";
import type { RiskDetails } from "../../lib/features/overview/mod.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { loanCountText, percent, scoreText } from "../../lib/domain/money.ts";
import { UNKNOWN } from "../../lib/domain/lending/overview.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { ChartTable } from "../../lib/ui/charts/chart.tsx";
import { Columns } from "../../lib/ui/charts/columns.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { Ruler } from "../../lib/ui/charts/ruler.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { None } from "../../lib/ui/money.tsx";
import { behind } from "./_behind.ts";
import { datumOf, headsOf, SavedChart, totalOf } from "./_parts.tsx";

type Scale = LendingSettings["globalScore"];

const BANDS = { green: "Green", yellow: "Yellow", red: "Red" } as const;

function Score(props: { score: number | null; scale: Scale; href: string }): ReactNode {
  const { score, scale, href } = props;
  if (score === null) return <None />;
  return (
    <a href={href}>
      <Band band={bandOf(score, scale)} figure={scoreText(score)} quiet />
    </a>
  );
}

/** The rating's three figures, and the loans' LTV. */
function Ratings(props: { risk: RiskDetails; scale: Scale; query: OverviewQuery }): ReactNode {
  const { risk, scale, query } = props;
  const { average, warr, median } = risk.rating;
  const lent = behind(query, { status: "lent" }), funded = behind(query, { status: "Funded" });
  const ltv = percent(risk.weightedLtv, 1);
  return (
    <section className="strip" aria-label="Key figures">
      <dl>
        <Fig label="Average, funded and repaid" className="first">
          <Score score={average} scale={scale} href={lent} />
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average risk rating">WARR</abbr>, funded and repaid
            </>
          }
        >
          <Score score={warr} scale={scale} href={lent} />
        </Fig>
        <Fig label="Median, funded">
          <Score score={median} scale={scale} href={funded} />
        </Fig>
        <Fig label="Weighted average LTV">
          {ltv ? <a href={behind(query, { of: "weightedLtv" })}>{ltv}</a> : <None />}
        </Fig>
      </dl>
    </section>
  );
}

/** The average LTV compared with the limit. */
function WeightedLtv(props: { ltv: number | null; limit: number; query: OverviewQuery }): ReactNode {
  const { ltv, limit, query } = props;
  const text = percent(ltv, 1);
  const facts = [
    {
      label: "Weighted average LTV",
      value: ltv === null ? NaN : Math.round(ltv * 1000) / 10,
      text: text || "none",
      href: ltv === null ? undefined : behind(query, { of: "weightedLtv" }),
    },
    { label: "Limit", value: limit, text: `${limit}%` },
  ];
  return (
    <SavedChart
      name="weighted-ltv"
      title="Weighted average LTV"
      note="By amount, with what ranks ahead; total LTVs above 100% left out"
      table={<ChartTable caption="Weighted average LTV" heads={{ label: "Figure", value: "Percent" }} data={facts} />}
    >
      <Ruler
        label={ltv === null ? "Weighted average LTV: none" : `Weighted average LTV ${text}, the limit is ${limit}%`}
        percent={ltv === null ? null : ltv * 100}
        text={text || "No value known"}
        limit={limit}
      />
    </SavedChart>
  );
}

/** What a chart leaves out: the loans without its figure, with the way to them. */
function Without(props: { count: number; of: "credit" | "ltv"; what: string; query: OverviewQuery }): ReactNode {
  const { count, of, what, query } = props;
  if (count === 0) return null;
  return (
    <>
      {"; "}
      <a href={behind(query, { of, is: UNKNOWN })}>{loanCountText(count)}</a>
      {` without ${what} left out`}
    </>
  );
}

/** A short label of a rating range. */
const shortLabel = (label: string) => label.replace("Under ", "<").replace(" to ", "–");

/** Risk Details (loans specification 2.7 and 9). */
export function RiskView(
  props: { risk: RiskDetails; query: OverviewQuery; settings: Pick<LendingSettings, "globalScore" | "maxLtv"> },
): ReactNode {
  const { risk, query, settings } = props;
  const { by } = query;
  const unit = by === "count" ? "Loans" : "Dollars";
  const bands = risk.bands.map((bucket) => ({
    ...datumOf({ ...bucket, label: BANDS[bucket.band] }, by, behind(query, { of: "band", is: bucket.band })),
    band: bucket.band,
  }));
  const data = (of: "score" | "credit" | "ltv", buckets: RiskDetails["scores"]) =>
    buckets.map((bucket) => datumOf(bucket, by, behind(query, { of, is: bucket.label })));
  const scores = data("score", risk.scores);
  return (
    <>
      <Ratings risk={risk} scale={settings.globalScore} query={query} />
      <div className="charts">
        <SavedChart
          name="bands"
          title="Risk bands"
          note={`${unit} in each band`}
        >
          <Donut caption="Risk bands" heads={headsOf("Band", by)} data={bands} {...totalOf(bands, by)} />
        </SavedChart>
        <SavedChart
          name="scores"
          title="Risk rating"
          note={`${unit} by rating; the lower the safer`}
          table={<ChartTable caption="Risk rating" heads={headsOf("Rating", by)} data={scores} />}
        >
          <Columns
            label={`Risk rating in ${unit.toLowerCase()}`}
            data={scores}
            short={shortLabel}
            whole={by === "count"}
          />
        </SavedChart>
        <SavedChart
          name="credit"
          title="Credit score"
          note={
            <>
              {`${unit} in each bucket`}
              <Without count={risk.unknown.credit} of="credit" what="a score" query={query} />
            </>
          }
        >
          <Bars caption="Credit score" heads={headsOf("Credit score", by)} data={data("credit", risk.credit)} />
        </SavedChart>
        <SavedChart
          name="ltv"
          title="LTV"
          note={
            <>
              {`${unit} by LTV`}
              <Without count={risk.unknown.ltv} of="ltv" what="a known value" query={query} />
            </>
          }
        >
          <Bars caption="Loans by LTV" heads={headsOf("LTV", by)} data={data("ltv", risk.ltv)} />
        </SavedChart>
        <WeightedLtv ltv={risk.weightedLtv} limit={settings.maxLtv.limit} query={query} />
      </div>
    </>
  );
}
