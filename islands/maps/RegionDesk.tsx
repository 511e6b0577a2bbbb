import { type ComponentProps, type ReactNode, useState } from "react";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import type { MapSettings } from "../../lib/domain/lending/settings.ts";
import { stepOf } from "../../lib/domain/maps/market_colours.ts";
import { rateMarket } from "../../lib/domain/maps/market_rating.ts";
import { type MarketReport, NO_REGION_DATA, OUTDATED_REGION } from "../../lib/domain/maps/market_report.ts";
import { fillOf } from "../../lib/domain/maps/region_setting.ts";
import { MarketCharts } from "../../lib/ui/maps/market_charts.tsx";
import { MarketStrip } from "../../lib/ui/maps/market_strip.tsx";
import { MarketVerdict } from "../../lib/ui/maps/market_verdict.tsx";
import { RegionExposure } from "../../lib/ui/maps/region_exposure.tsx";
import { type InsetShape, RegionInset } from "../../lib/ui/maps/region_inset.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { ChartTools } from "../overview/ChartTools.tsx";
import { MarketHistory } from "./_market_history.tsx";
import { RegionBar } from "./_region_bar.tsx";
import { RegionSettingForm } from "./_region_setting_form.tsx";
import { type SavedRegionSetting, useRegionSetting } from "./_use_region_setting.ts";

/**
 * A region's market at a month, and how the map draws the region (loans specification 2.8). Everything follows the
 * month without asking the server.
 */
export function RegionDesk(props: {
  region: string;
  /** Rising by month. */
  reports: MarketReport[];
  months: string[];
  /** The month at the start; empty without reports. */
  month: string;
  outdated: boolean;
  setting: SavedRegionSetting;
  mapSettings: MapSettings;
  inset: InsetShape | null;
  /** Our loans in the region. */
  ours: Omit<ComponentProps<typeof RegionExposure>, "region">;
}): ReactNode {
  const { region, reports, months, outdated, mapSettings, inset, ours } = props;
  const [month, setMonth] = useState(props.month);
  const edit = useRegionSetting(props.setting);
  const at = reports.findIndex((report) => report.month === month);
  const report = reports[at], rating = report ? rateMarket(report, mapSettings) : null;
  const show = (next: string) => {
    setMonth(next);
    history.replaceState(history.state, "", `?${new URLSearchParams({ id: region, month: next })}`);
    // The choice of another region takes the month along.
    const kept = document.querySelector<HTMLInputElement>(".region-pick [name=month]");
    if (kept) kept.value = next;
  };
  const own = { step: stepOf(edit.draft.fillColor), weight: edit.draft.colorWeight };
  const fill = report || edit.changed || edit.version.savedAt !== null
    ? fillOf(edit.draft, rating)
    : { ...own, step: 0 };
  return (
    <>
      <div className="region-desk">
        <div className="region-main">
          {!report && (
            <Empty title={NO_REGION_DATA} text="Enter a month’s report, or import a file with many regions.">
              <a className="btn" href="#reports-title">Go to reports</a>
            </Empty>
          )}
          {outdated && (
            <Notice band="yellow">
              <b>{OUTDATED_REGION}</b>
              {`: its last report is of ${formatShortMonth(reports.at(-1)!.month)}, more than 6 months ago.`}
              {edit.draft.enabled && " The map hatches it."}
            </Notice>
          )}
          {report && (
            <>
              {rating ? <MarketVerdict rating={rating} settings={mapSettings} /> : (
                <Notice>
                  {`The report of ${formatShortMonth(month)} has none of the three figures that a rating needs.`}
                </Notice>
              )}
              <MarketHistory
                steps={months.map((one) => {
                  const found = reports.find((report) => report.month === one);
                  return { month: one, rating: found ? rateMarket(found, mapSettings) : null };
                })}
                reports={reports}
                month={month}
                onMonth={show}
              />
              <MarketStrip report={report} before={reports[at - 1]} rating={rating} />
              <MarketCharts
                reports={reports}
                chosen={at}
                duration={mapSettings.duration}
                tools={(name, title) => (
                  <div className="downloads">
                    <ChartTools
                      title={title}
                      file={`market-${region.toLowerCase().replace(/[^a-z]+/g, "-")}-${name}`}
                    />
                  </div>
                )}
              />
            </>
          )}
        </div>
        <div className="region-side">
          <section className="region-draw" aria-labelledby="draw-title">
            <h2 id="draw-title">On the map</h2>
            {inset && (
              <RegionInset
                shape={inset}
                region={region}
                fill={fill}
                month={Math.max(0, months.indexOf(month))}
                outdated={outdated && edit.draft.enabled && report === reports.at(-1)}
              />
            )}
            <RegionSettingForm edit={edit} hasData={reports.length > 0} />
          </section>
          <RegionExposure region={region} {...ours} />
        </div>
      </div>
      <RegionBar edit={edit} />
    </>
  );
}
