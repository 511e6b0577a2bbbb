import type { ChangeEvent, ReactNode } from "react";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import { type MarketReport, reportAt } from "../../lib/domain/maps/market_report.ts";
import { scoreText } from "../../lib/domain/money.ts";
import { type HistoryStep, MarketColumns } from "../../lib/ui/maps/market_columns.tsx";

/** The ratings by month; the slider on their columns walks the reports. Months without one cannot be chosen. */
export function MarketHistory(props: {
  steps: readonly HistoryStep[];
  reports: readonly MarketReport[];
  month: string;
  onMonth: (month: string) => void;
}): ReactNode {
  const { steps, reports, month, onMonth } = props;
  const shown = steps.findIndex((step) => step.month === month);
  const rating = steps[shown]?.rating, isCut = reports.some((report) => report.month < steps[0].month);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const wanted = steps[Number(event.target.value)].month;
    const before = reportAt(reports, wanted)?.month;
    const after = reports.find((report) => report.month >= wanted)?.month;
    // Keys step up from a report into months without one: those lead on to the next report.
    const next = wanted > month ? after ?? before : before ?? after;
    event.target.value = String(steps.findIndex((step) => step.month === next));
    if (next) onMonth(next);
  };
  return (
    <section className="walk" aria-labelledby="walk-title">
      <div className="walk-head">
        <h2 id="walk-title">History</h2>
        <p className="small mute scripted">
          {isCut ? `The market rating of the last ${steps.length} months` : "The month’s market rating"}
          <span className="no-print">; drag to walk through the reports</span>
        </p>
        <output className="align-end" htmlFor="walk">
          <b>{formatShortMonth(month)}</b>
        </output>
      </div>
      <div className="walk-plot">
        <MarketColumns steps={steps} />
        <input
          id="walk"
          className="scripted"
          type="range"
          min="0"
          max={steps.length - 1}
          value={shown}
          aria-label="Month of the report"
          aria-valuetext={`${formatShortMonth(month)}${rating ? `, ${scoreText(rating.rating)} ${rating.word}` : ""}`}
          onChange={choose}
        />
      </div>
    </section>
  );
}
