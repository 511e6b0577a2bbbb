import type { ReactNode } from "react";
import { formatShortMonth } from "../../domain/dates.ts";
import { INCLINATION_LIMITS, INCLINATIONS, marketInclination } from "../../domain/lending/portfolio.ts";
import type { MapSettings } from "../../domain/lending/settings.ts";
import { FIGURES, figureText } from "../../domain/maps/market_figures.ts";
import type { FigureName, MarketReport } from "../../domain/maps/market_report.ts";
import { percent } from "../../domain/money.ts";
import { Chart } from "../charts/chart.tsx";
import { Columns } from "../charts/columns.tsx";
import { Donut } from "../charts/donut.tsx";
import { Gauge } from "../charts/gauge.tsx";
import { markText } from "../charts/geometry.ts";
import { Lines } from "../charts/lines.tsx";

/** The stretches of the inclination gauge (loans specification 9). */
const INCLINATION = [
  { share: INCLINATION_LIMITS.buyer, colour: "series-3", name: "Buyer" },
  { share: INCLINATION_LIMITS.seller - INCLINATION_LIMITS.buyer, colour: "series-4", name: "Balanced" },
  { share: 1 - INCLINATION_LIMITS.seller, colour: "series-2", name: "Seller" },
] as const;

const SALE_TYPES = [
  ["Detached", "detachedSales"],
  ["Townhouse", "townhouseSales"],
  ["Condo", "condoSales"],
] as const satisfies readonly (readonly [string, FigureName])[];

const shortMonth = (label: string) => label.replace(/ 20(\d\d)$/, " $1");
const orNaN = (value: number | null) => value ?? NaN;

/** A chart's figures as a table, the newest month first. */
function MonthTable(
  props: { caption: string; reports: readonly MarketReport[]; names: readonly FigureName[] },
): ReactNode {
  const { caption, reports, names } = props;
  return (
    <table className="table table-view">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {names.map((name) => <th key={name} scope="col" className="numeric">{FIGURES[name].label}</th>)}
        </tr>
      </thead>
      <tbody>
        {reports.toReversed().map((report) => (
          <tr key={report.month}>
            <th scope="row">{formatShortMonth(report.month)}</th>
            {names.map((name) => (
              <td key={name} className="numeric" data-value={report[name] ?? ""}>{figureText(name, report[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Missing(): ReactNode {
  return <p className="mute small">This month’s report lacks these figures.</p>;
}

function InclinationChart({ report }: { report: MarketReport }): ReactNode {
  const { homesSold, newListings } = report;
  const found = homesSold === null || newListings === null ? null : marketInclination(homesSold, newListings);
  return (
    <Chart name="inclination" title="Market inclination" note="Homes sold of new listings in the month">
      {found
        ? (
          <Gauge
            label={`Market inclination: ${percent(found.ratio, 0)}, ${INCLINATIONS[found.market]}`}
            value={found.ratio}
            text={percent(found.ratio, 0)}
            word={INCLINATIONS[found.market]}
            arcs={INCLINATION}
            ends={["0%", "100%"]}
          />
        )
        : <Missing />}
    </Chart>
  );
}

function SaleTypesChart({ report, tools }: { report: MarketReport; tools: ReactNode }): ReactNode {
  const data = SALE_TYPES.map(([label, name]) => ({
    label,
    value: report[name] ?? 0,
    text: figureText(name, report[name]),
  }));
  const sum = data.reduce((all, { value }) => all + value, 0);
  return (
    <Chart name="sales" title="Sale types" note="Homes sold in the month" tools={sum > 0 && tools}>
      {sum > 0
        ? (
          <Donut
            caption="Sale types"
            heads={{ label: "Type", value: "Homes sold" }}
            data={data}
            total={figureText("homesSold", sum)}
            what="sold"
          />
        )
        : <Missing />}
    </Chart>
  );
}

/** Where a flag of a map list begins, as lines of a chart. */
const limitsOf = (rows: MapSettings["duration"]) => {
  const sorted = [...rows].sort((a, b) => a.value - b.value);
  return sorted.filter(({ flag }, i) => i > 0 && flag !== sorted[i - 1].flag)
    .map(({ value, flag }) => ({ at: value, text: `${value} ${flag.toLowerCase()}` }));
};

/**
 * A region's charts, the month at `chosen` marked: inclination and sale types of that month; prices, supply and days of
 * all. `tools` are the downloads of a chart.
 */
export function MarketCharts(props: {
  reports: readonly MarketReport[];
  chosen: number;
  duration: MapSettings["duration"];
  tools: (name: string, title: string) => ReactNode;
}): ReactNode {
  const { reports, chosen, duration, tools } = props;
  const labels = reports.map(({ month }) => formatShortMonth(month));
  const valuesOf = (name: FigureName) => reports.map((report) => orNaN(report[name]));
  const table = (caption: string, ...names: FigureName[]) => (
    <MonthTable caption={caption} reports={reports} names={names} />
  );
  return (
    <div className="charts">
      <InclinationChart report={reports[chosen]} />
      <SaleTypesChart report={reports[chosen]} tools={tools("sales", "Sale types")} />
      <Chart
        name="price"
        title="Median price"
        note="Dollars, by month"
        table={table("Median price", "medianPrice")}
        tools={tools("price", "Median price")}
      >
        <Lines
          label="Median price by month"
          labels={labels}
          series={[{ name: "Median price", colour: "series-2", values: valuesOf("medianPrice") }]}
          axis={markText}
          chosen={chosen}
          short={shortMonth}
          area
        />
      </Chart>
      <Chart
        name="supply"
        title="Listed and sold"
        note="Homes by month"
        table={table("Listed and sold", "newListings", "homesSold")}
        tools={tools("supply", "Listed and sold")}
      >
        <div className="plot">
          <p className="row">
            <span className="line-key">New listings</span>
            <span className="line-key dashed">Homes sold</span>
          </p>
          <Lines
            label="New listings and homes sold by month"
            labels={labels}
            series={[
              { name: "New listings", colour: "series-2", values: valuesOf("newListings") },
              { name: "Homes sold", colour: "series-3", values: valuesOf("homesSold") },
            ]}
            axis={markText}
            chosen={chosen}
            short={shortMonth}
            zero
          />
        </div>
      </Chart>
      <Chart
        name="duration"
        title="Duration"
        note="Average days on market, by month; lines where a flag begins"
        table={table("Duration", "averageDaysOnMarket")}
        tools={tools("duration", "Duration")}
        broad
      >
        <Columns
          label="Average days on market by month"
          data={reports.map((report, i) => ({
            label: labels[i],
            value: orNaN(report.averageDaysOnMarket),
            text: figureText("averageDaysOnMarket", report.averageDaysOnMarket),
          }))}
          chosen={chosen}
          short={shortMonth}
          maxLabels={6}
          limits={limitsOf(duration)}
        />
      </Chart>
    </div>
  );
}
