import type { ReactNode } from "react";
import { formatDate, formatDayMonth } from "../../lib/domain/dates.ts";
import { countText } from "../../lib/domain/money.ts";
import { RANGE_LINKS_MOST, type trackingCharts } from "../../lib/features/tracking/mod.ts";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { Chart } from "../../lib/ui/charts/chart.tsx";
import { markText } from "../../lib/ui/charts/geometry.ts";
import { Lines } from "../../lib/ui/charts/lines.tsx";
import { linksNote, linkTexts } from "./_parts.tsx";

/** `Nov 2026`. */
const formatMonth = (month: string): string => formatDate(`${month}-01`).split(" ").slice(1).join(" ");

/** Opens and clicks by people over the range, and the links that they followed. */
export function OverviewCharts({ periods, links }: Awaited<ReturnType<typeof trackingCharts>>): ReactNode {
  const monthly = periods[0]?.period.length === 7;
  const name = (period: string) => monthly ? formatMonth(period) : formatDayMonth(period);
  const linkNames = linkTexts(links.map(({ link }) => link));
  const table = (
    <table className="table table-view">
      <caption className="visually-hidden">Opens and clicks</caption>
      <thead>
        <tr>
          <th scope="col">{monthly ? "Month" : "Day"}</th>
          <th scope="col" className="numeric">Opens</th>
          <th scope="col" className="numeric">Clicks</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ period, opens, clicks }) => (
          <tr key={period}>
            <th scope="row">{name(period)}</th>
            <td className="numeric">{countText(opens)}</td>
            <td className="numeric">{countText(clicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div className="charts">
      <Chart name="days" title="Opens and clicks" note={`By people, by ${monthly ? "month" : "day"}`} table={table}>
        <div className="plot">
          <p className="row">
            <span className="line-key">Opens</span>
            <span className="line-key dashed">Clicks</span>
          </p>
          <Lines
            label={`Opens and clicks by ${monthly ? "month" : "day"}`}
            labels={periods.map(({ period }) => period)}
            series={[
              { name: "Opens", colour: "series-2", values: periods.map(({ opens }) => opens) },
              { name: "Clicks", colour: "series-3", values: periods.map(({ clicks }) => clicks) },
            ]}
            axis={markText}
            short={name}
            zero
            area
          />
        </div>
      </Chart>
      <Chart name="links" title="Where they clicked" note={linksNote(links, RANGE_LINKS_MOST)}>
        {links.length === 0 ? <p className="mute">No link was followed in these days.</p> : (
          <Bars
            caption="Clicks by link"
            heads={{ label: "Link", value: "Clicks" }}
            data={links.map(({ clicks }, i) => ({ label: linkNames[i], value: clicks, text: countText(clicks) }))}
          />
        )}
      </Chart>
    </div>
  );
}
