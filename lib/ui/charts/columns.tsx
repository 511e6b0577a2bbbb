import type { ReactNode } from "react";
import { AxisLabels } from "./axis_labels.tsx";
import type { Datum } from "./chart.tsx";
import { marksOf, markText, partedPlaces } from "./geometry.ts";

const TOP = 22, BASE = 198, LABELS = 216;
/** Height of a limit's text, and how far right of the columns and below its place it stands. */
const LIMIT_LINE = 14, LIMIT_GAP = 6, LIMIT_SINK = 4;
/** Width of the axis at the left, in percent. */
const LEFT = 7.5;
const MAX_LABELS = 12;

/**
 * A column chart in data order; the last column can be marked as incomplete, or any one as `chosen`. Labels are thinned
 * out where there are many. `short` abbreviates a label, `under` is what stands below it once; `limits` are lines at
 * values, each with its text beside it.
 */
export function Columns(props: {
  label: string;
  data: readonly Datum[];
  short?: (label: string) => string;
  under?: (label: string) => string;
  running?: boolean;
  whole?: boolean;
  chosen?: number;
  maxLabels?: number;
  limits?: readonly { at: number; text: string }[];
}): ReactNode {
  const { label, data, short, under, running, whole = false, limits = [], maxLabels = MAX_LABELS } = props;
  const chosen = props.chosen ?? (running ? data.length - 1 : -1);
  const marks = marksOf(Math.max(...data.map(({ value }) => value).filter(Number.isFinite), 0), whole);
  const most = marks[marks.length - 1];
  const y = (value: number) => BASE - (BASE - TOP) * Math.max(0, value) / most;
  // A picture has no links in it.
  const linked = data.some(({ href }) => href);
  const step = (100 - LEFT) / Math.max(data.length, 1);
  const shownLimits = limits.filter(({ at }) => at < most).sort((a, b) => b.at - a.at);
  const texts = partedPlaces(shownLimits.map(({ at }) => y(at)), LIMIT_LINE, BASE);
  return (
    <svg
      className={under ? "plot column-plot dated" : "plot column-plot"}
      role={linked ? "group" : "img"}
      aria-label={label}
    >
      {marks.map((mark) => (
        <g key={mark}>
          <line className={mark === 0 ? "base" : "axis"} x2="100%" y1={y(mark)} y2={y(mark)} />
          {mark > 0 && <text y={y(mark) - 4}>{markText(mark)}</text>}
        </g>
      ))}
      {data.map((datum, i) => {
        if (!Number.isFinite(datum.value)) return null;
        const column = (
          <rect
            className={chosen < 0 || i === chosen ? "series-2" : "series-4"}
            x={`${(LEFT + step * (i + 0.2)).toFixed(2)}%`}
            width={`${(step * 0.6).toFixed(2)}%`}
            y={y(datum.value).toFixed(1)}
            height={(BASE - y(datum.value)).toFixed(1)}
          >
            <title>{`${datum.label}: ${datum.text}`}</title>
          </rect>
        );
        // A pointer may take the column; the keyboard has the same links in the table.
        return datum.href
          ? (
            <a key={datum.label} href={datum.href} tabIndex={-1} aria-label={`${datum.label}: ${datum.text}`}>
              {column}
            </a>
          )
          : <g key={datum.label}>{column}</g>;
      })}
      <AxisLabels
        labels={data.map((datum) => datum.label)}
        x={(i) => LEFT + step * (i + 0.5)}
        y={LABELS}
        most={maxLabels}
        chosen={chosen}
        short={short}
        under={under}
      />
      {shownLimits.map(({ at, text }, i) => (
        <g key={at} className="limit">
          <line x1={`${LEFT}%`} x2="100%" y1={y(at).toFixed(1)} y2={y(at).toFixed(1)} />
          <text x="100%" dx={LIMIT_GAP} y={(texts[i] + LIMIT_SINK).toFixed(1)}>{text}</text>
        </g>
      ))}
    </svg>
  );
}
