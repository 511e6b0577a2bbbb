import type { ReactNode } from "react";
import { formatShortMonth } from "../../domain/dates.ts";
import type { MarketRating } from "../../domain/maps/market_rating.ts";
import { scoreText } from "../../domain/money.ts";

/** A month of a region's history: its rating, null where it has no report, or one that cannot be rated. */
export interface HistoryStep {
  month: string;
  rating: MarketRating | null;
}

/** Pixels from the top: the foot of the columns, and the months' names. */
const BASE = 72, NAMES = 92;
/** The widest column, in percent. */
const WIDEST = 6;

/** A region's ratings by month as columns in the colours of the map: the track of the history's slider.
 * The first and last column's middle is the drawing's edge, as the slider's ends are. */
export function MarketColumns(props: { steps: readonly HistoryStep[] }): ReactNode {
  const { steps } = props;
  const { length } = steps;
  const every = Math.ceil(length / 8);
  const middle = (i: number) => i * 100 / Math.max(1, length - 1);
  const width = Math.min(80 / length, WIDEST);
  return (
    <svg className="walk-bars" aria-hidden="true">
      {steps.map(({ month, rating }, i) => {
        const height = rating ? 8 + rating.rating * 7 : 3;
        return (
          <g key={month}>
            <rect
              data-step={rating?.step ?? 0}
              x={`${(middle(i) - width / 2).toFixed(2)}%`}
              width={`${width.toFixed(2)}%`}
              y={(BASE - height).toFixed(1)}
              height={height.toFixed(1)}
              rx="1.5"
            >
              <title>
                {`${formatShortMonth(month)}: ${rating ? `${scoreText(rating.rating)} ${rating.word}` : "no report"}`}
              </title>
            </rect>
            {(length - 1 - i) % every === 0 && (
              <text x={`${middle(i).toFixed(2)}%`} y={NAMES} textAnchor="middle">
                {formatShortMonth(month).replace(/ 20(\d\d)$/, " $1")}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
