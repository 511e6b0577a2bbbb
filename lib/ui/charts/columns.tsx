import type { ReactNode } from "react";
import type { Datum } from "./chart.tsx";
import { compact, marksOf, partedPlaces } from "./geometry.ts";

const TOP = 22, BASE = 198, LABELS = 216;
/** Height of a limit's text, and how far right of the columns and below its place it stands. */
const LIMIT_LINE = 14, LIMIT_GAP = 6, LIMIT_SINK = 4;
/** Width of the axis at the left, in percent. */
const LEFT = 7.5;
const MAX_LABELS = 12;

/**
 * A column chart in data order; the last column can be marked as incomplete, or any one as `chosen`. Labels are thinned
 * out where there are many. `short` abbreviates a label; `limits` are lines at values, each with its text beside it.
 */
export function Columns(props: {
  label: string;
  data: readonly Datum[];
  short?: (label: string) => string;
  running?: boolean;
  whole?: boolean;
  chosen?: number;
  maxLabels?: number;
  limits?: readonly { at: number; text: string }[];
}): ReactNode {
  const { label, data, short = (text) => text, running, whole = false, limits = [], maxLabels = MAX_LABELS } = props;
  const chosen = props.chosen ?? (running ? data.length - 1 : -1);
  const marks = marksOf(Math.max(...data.map(({ value }) => value).filter(Number.isFinite), 0), whole);
  const most = marks[marks.length - 1];
  const y = (value: number) => BASE - (BASE - TOP) * Math.max(0, value) / most;
  const step = (100 - LEFT) / Math.max(data.length, 1);
  const every = Math.ceil(data.length / maxLabels);
  const shownLimits = limits.filter(({ at }) => at < most).sort((a, b) => b.at - a.at);
  const texts = partedPlaces(shownLimits.map(({ at }) => y(at)), LIMIT_LINE, BASE);
  return (
    <svg className="plot column-plot" role="img" aria-label={label}>
      {marks.map((mark) => (
        <g key={mark}>
          <line className={mark === 0 ? "base" : "axis"} x2="100%" y1={y(mark)} y2={y(mark)} />
          {mark > 0 && <text y={y(mark) - 4}>{compact(mark)}</text>}
        </g>
      ))}
      {data.map((datum, i) => {
        const strong = i === chosen;
        const left = LEFT + step * i;
        return (
          <g key={datum.label}>
            {Number.isFinite(datum.value) && (
              <rect
                className={strong ? "series-2" : "series-3"}
                x={`${(left + step * 0.2).toFixed(2)}%`}
                width={`${(step * 0.6).toFixed(2)}%`}
                y={y(datum.value).toFixed(1)}
                height={(BASE - y(datum.value)).toFixed(1)}
              >
                <title>{`${datum.label}: ${datum.text}`}</title>
              </rect>
            )}
            {(data.length - 1 - i) % every === 0 && (
              <text
                className={strong ? "chart-value" : undefined}
                x={`${(left + step / 2).toFixed(2)}%`}
                y={LABELS}
                textAnchor="middle"
              >
                {short(datum.label)}
              </text>
            )}
          </g>
        );
      })}
      {shownLimits.map(({ at, text }, i) => (
        <g key={at} className="limit">
          <line x1={`${LEFT}%`} x2="100%" y1={y(at).toFixed(1)} y2={y(at).toFixed(1)} />
          <text x="100%" dx={LIMIT_GAP} y={(texts[i] + LIMIT_SINK).toFixed(1)}>{text}</text>
        </g>
      ))}
    </svg>
  );
}
