import type { ReactNode } from "react";
import { marksBetween } from "./geometry.ts";

/** One line: a value for each label, NaN where there is none. */
export interface Series {
  name: string;
  colour: "series-2" | "series-3";
  values: readonly number[];
}

const TOP = 22, BASE = 198, LABELS = 216;
/** Width of the axis at the left, in percent, and where the last point lies. */
const LEFT = 10, RIGHT = 98.5;
const MAX_LABELS = 5;

/**
 * Lines over labels in order, the chosen one marked. Coordinates are percents across and pixels down, so that text keeps
 * its size. `zero` begins the axis at 0; `area` fills below the first line.
 */
export function Lines(props: {
  label: string;
  labels: readonly string[];
  series: readonly Series[];
  axis: (value: number) => string;
  chosen?: number;
  zero?: boolean;
  area?: boolean;
  short?: (label: string) => string;
}): ReactNode {
  const { label, labels, series, axis, chosen, zero, area, short = (text) => text } = props;
  const all = series.flatMap(({ values }) => values).filter(Number.isFinite);
  const marks = marksBetween(zero ? 0 : Math.min(...all), Math.max(...all));
  const low = marks[0], high = marks[marks.length - 1];
  const y = (value: number) => BASE - (BASE - TOP) * (value - low) / (high - low);
  const x = (i: number) => LEFT + (RIGHT - LEFT) * i / Math.max(1, labels.length - 1);
  const every = Math.ceil(labels.length / MAX_LABELS);
  const pathOf = (values: readonly number[]) => {
    let pen = "M";
    return values.map((value, i) => {
      if (!Number.isFinite(value)) return "";
      const point = `${pen}${x(i).toFixed(2)} ${y(value).toFixed(1)}`;
      pen = "L";
      return point;
    }).join("");
  };
  const first = series[0]?.values.findIndex(Number.isFinite) ?? -1;
  const last = series[0]?.values.findLastIndex(Number.isFinite) ?? -1;
  return (
    <svg className="plot column-plot line-plot" role="img" aria-label={label}>
      {marks.map((mark) => (
        <g key={mark}>
          <line className={mark === low ? "base" : "axis"} x2="100%" y1={y(mark)} y2={y(mark)} />
          <text y={y(mark) - 4}>{axis(mark)}</text>
        </g>
      ))}
      <svg className="stretch" viewBox={`0 0 100 ${LABELS}`} width="100%" height={LABELS} preserveAspectRatio="none">
        {area && first >= 0 && (
          <path
            className="under"
            d={`${pathOf(series[0].values)}L${x(last).toFixed(2)} ${BASE}L${x(first).toFixed(2)} ${BASE}Z`}
          />
        )}
        {series.map(({ name, colour, values }) => (
          <path key={name} className={`stroke ${colour}`} vectorEffect="non-scaling-stroke" d={pathOf(values)} />
        ))}
      </svg>
      {chosen !== undefined && chosen >= 0 && (
        <>
          <line className="chosen-line" x1={`${x(chosen)}%`} x2={`${x(chosen)}%`} y1={TOP - 8} y2={BASE} />
          {series.map(({ name, colour, values }) =>
            Number.isFinite(values[chosen]) && (
              <circle
                key={name}
                className={`point ${colour}`}
                cx={`${x(chosen)}%`}
                cy={y(values[chosen]).toFixed(1)}
                r="4"
              />
            )
          )}
        </>
      )}
      {labels.map((text, i) =>
        (labels.length - 1 - i) % every === 0 && (
          <text
            key={text}
            className={i === chosen ? "chart-value" : undefined}
            x={`${x(i).toFixed(2)}%`}
            y={LABELS}
            textAnchor={i > labels.length - 2 ? "end" : "middle"}
          >
            {short(text)}
          </text>
        )
      )}
    </svg>
  );
}
