import type { ReactNode } from "react";
import type { MarketRating } from "../../domain/maps/market_rating.ts";
import { monthText } from "../../domain/maps/market_report.ts";
import { scoreText } from "../../domain/money.ts";

/** A month of a region's history: its rating, null where it has no report, or one that cannot be rated. */
export interface HistoryStep {
  month: string;
  rating: MarketRating | null;
}

/** Pixels from the top: the foot of the columns, and the months' names. */
const BASE = 72, NAMES = 92;

/** A region's ratings by month as columns in the colours of the map: the track of the history's slider. */
export function MarketColumns(props: { steps: readonly HistoryStep[] }): ReactNode {
  const { steps } = props;
  const { length } = steps;
  const every = Math.ceil(length / 8);
  return (
    <svg className="walk-bars" aria-hidden="true">
      {steps.map(({ month, rating }, i) => {
        const height = rating ? 8 + rating.rating * 7 : 3;
        return (
          <g key={month}>
            <rect
              data-step={rating?.step ?? 0}
              x={`${(i * 100 / length + 0.5).toFixed(2)}%`}
              width={`${(100 / length - 1).toFixed(2)}%`}
              y={(BASE - height).toFixed(1)}
              height={height.toFixed(1)}
              rx="1.5"
            >
              <title>
                {`${monthText(month)}: ${rating ? `${scoreText(rating.rating)} ${rating.word}` : "no report"}`}
              </title>
            </rect>
            {(length - 1 - i) % every === 0 && (
              <text x={`${((i + 0.5) * 100 / length).toFixed(2)}%`} y={NAMES} textAnchor="middle">
                {monthText(month).replace(/ 20(\d\d)$/, " $1")}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
