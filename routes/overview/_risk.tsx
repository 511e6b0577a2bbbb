import type { ReactNode } from "react";
import type { RiskDetails } from "../../lib/features/overview/mod.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { percent, scoreText } from "../../lib/domain/money.ts";
import type { OverviewQuery } from "../../lib/schemas/overview.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { ChartTable } from "../../lib/ui/charts/chart.tsx";
import { Columns } from "../../lib/ui/charts/columns.tsx";
import { Donut } from "../../lib/ui/charts/donut.tsx";
import { Gauge } from "../../lib/ui/charts/gauge.tsx";
import { StackBar } from "../../lib/ui/charts/stack_bar.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { None } from "../../lib/ui/money.tsx";
import { listOf } from "./_list_of.ts";
import { datumOf, headsOf, loanCountText, SavedChart, totalOf } from "./_parts.tsx";

type Scale = LendingSettings["globalScore"];

const BANDS = { green: "Green", yellow: "Yellow", red: "Red" } as const;

function Score(props: { score: number | null; scale: Scale }): ReactNode {
  const { score, scale } = props;
  return score === null ? <None /> : <Band band={bandOf(score, scale)} figure={scoreText(score)} quiet />;
}

/** The rating's three figures, and the loans' LTV. */
function Ratings(props: { risk: RiskDetails; scale: Scale }): ReactNode {
  const { risk, scale } = props;
  const { average, warr, median } = risk.rating;
  return (
    <section className="strip" aria-label="Key figures">
      <dl>
        <Fig label="Average, funded and repaid" className="first">
          <Score score={average} scale={scale} />
        </Fig>
        <Fig
          label={
            <>
              <abbr title="Weighted average risk rating">WARR</abbr>, funded and repaid
            </>
          }
        >
          <Score score={warr} scale={scale} />
        </Fig>
        <Fig label="Median, funded">
          <Score score={median} scale={scale} />
        </Fig>
        <Fig label="Weighted average LTV">{percent(risk.weightedLtv, 1) || <None />}</Fig>
      </dl>
    </section>
  );
}

/** The average LTV compared with the limit. */
function LtvGauge(props: { ltv: number | null; limit: number }): ReactNode {
  const { ltv, limit } = props;
  const text = percent(ltv, 1);
  const most = limit / 100;
  const word = ltv === null ? "No value known" : ltv > most ? `Above ${limit}%` : `Limit ${limit}%`;
  const facts = [
    { label: "Weighted average LTV", value: ltv === null ? NaN : Math.round(ltv * 1000) / 10, text: text || "none" },
    { label: "Limit", value: limit, text: `${limit}%` },
  ];
  return (
    <SavedChart
      name="weighted-ltv"
      title="Weighted average LTV"
      note="By amount, with what ranks ahead; total LTVs above 100% left out"
      table={<ChartTable caption="Weighted average LTV" heads={{ label: "Figure", value: "Percent" }} data={facts} />}
    >
      <Gauge
        label={ltv === null ? "Weighted average LTV: none" : `Weighted average LTV ${text}, the limit is ${limit}%`}
        value={ltv ?? 0}
        text={text || "–"}
        word={word}
        arcs={[{ share: Math.min(most, 1), colour: "series-2" }, { share: Math.max(1 - most, 0), colour: "series-4" }]}
        ends={["0%", "100%"]}
      />
    </SavedChart>
  );
}

const without = (count: number, what: string) => count > 0 ? `; ${loanCountText(count)} without ${what} left out` : "";

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
    ...datumOf({ ...bucket, label: BANDS[bucket.band] }, by, listOf(query, { risk: bucket.band })),
    band: bucket.band,
  }));
  const scores = risk.scores.map((bucket) => datumOf(bucket, by));
  const credit = risk.credit.map((bucket) => datumOf(bucket, by));
  return (
    <>
      <Ratings risk={risk} scale={settings.globalScore} />
      <div className="charts">
        <SavedChart
          name="bands"
          title="Risk bands"
          note={`${unit} in each band`}
          broad
          table={<ChartTable caption="Risk bands" heads={headsOf("Band", by)} data={bands} />}
        >
          <StackBar data={bands} />
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
        <LtvGauge ltv={risk.weightedLtv} limit={settings.maxLtv.limit} />
        <SavedChart
          name="credit"
          title="Credit score"
          note={`${unit} in each bucket${without(risk.unknown.credit, "a score")}`}
        >
          <Donut caption="Credit score" heads={headsOf("Credit score", by)} data={credit} {...totalOf(credit, by)} />
        </SavedChart>
        <SavedChart name="ltv" title="LTV" note={`${unit} by LTV${without(risk.unknown.ltv, "a known value")}`}>
          <Bars
            caption="Loans by LTV"
            heads={headsOf("LTV", by)}
            data={risk.ltv.map((bucket) => datumOf(bucket, by))}
          />
        </SavedChart>
      </div>
    </>
  );
}
