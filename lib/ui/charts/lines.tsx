import type { ReactNode } from "react";
import { AxisLabels } from "./axis_labels.tsx";
import { marksBetween, marksOf, partedPlaces } from "./geometry.ts";

/** One line: a value for each label, NaN where there is none. */
export interface Series {
  name: string;
  colour: "series-1" | "series-2" | "series-3" | "series-4";
  /** Dotted, beside a line of the same colour. */
  dotted?: boolean;
  values: readonly number[];
}

/** Where the drawing has its lines' highest and lowest place and its labels, in pixels from the top. */
export const TOP = 22, BASE = 198, LABELS = 216;
/** Width of the axis at the left, in percent, and where the last point lies. */
export const LEFT = 10, RIGHT = 98.5;
export const MAX_LABELS = 5;
/** How far an axis value stands above its line. */
export const MARK_RISE = 4;
/** Height of a name at a line's end, how far below the end's place its text stands, and how far beside. */
export const NAME_LINE = 15, NAME_SINK = 4, NAME_GAP = 5;

/** The axis ticks for values, those that are none left out: from 0 where `zero`, whole numbers where `whole`. */
export function marksFor(values: readonly number[], axis: { zero?: boolean; whole?: boolean }): number[] {
  const all = values.filter(Number.isFinite);
  return axis.whole
    ? marksOf(Math.max(...all, 0), true)
    : marksBetween(axis.zero ? 0 : Math.min(...all), Math.max(...all));
}

/** The index of the label nearest to a place across the drawing, 0 at its left side and 1 at its right. */
export function labelAt(share: number, labels: number): number {
  const index = Math.round((share * 100 - LEFT) / (RIGHT - LEFT) * (labels - 1));
  return Math.min(Math.max(index, 0), labels - 1);
}

/**
 * Lines over labels in order, the chosen one marked. Coordinates are percents across and pixels down, so that text
 * keeps its size. `zero` begins the axis at 0; `area` fills below the first line; `named` names each line at its end;
 * `under` is what stands once below the labels that share it.
 */
export function Lines(props: {
  label: string;
  labels: readonly string[];
  series: readonly Series[];
  axis: (value: number) => string;
  chosen?: number;
  zero?: boolean;
  area?: boolean;
  named?: boolean;
  whole?: boolean;
  short?: (label: string) => string;
  under?: (label: string) => string;
}): ReactNode {
  const { label, labels, series, axis, chosen, zero, area, named, whole, short, under } = props;
  const marks = marksFor(series.flatMap(({ values }) => values), { zero, whole });
  const low = marks[0], high = marks[marks.length - 1];
  const y = (value: number) => BASE - (BASE - TOP) * (value - low) / (high - low);
  const x = (i: number) => LEFT + (RIGHT - LEFT) * i / Math.max(1, labels.length - 1);
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
  const ends = named
    ? series.map(({ name, values }) => ({ name, at: y(values[values.length - 1]) }))
      .filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at)
    : [];
  const places = partedPlaces(ends.map(({ at }) => at), NAME_LINE, BASE);
  const lineOf = ({ colour, dotted }: Series) => dotted ? `stroke dotted ${colour}` : `stroke ${colour}`;
  return (
    <svg
      className={under ? "plot column-plot line-plot dated" : "plot column-plot line-plot"}
      role="img"
      aria-label={label}
    >
      {marks.map((mark) => (
        <g key={mark}>
          <line className={mark === low ? "base" : "axis"} x2="100%" y1={y(mark)} y2={y(mark)} />
          <text y={y(mark) - MARK_RISE}>{axis(mark)}</text>
        </g>
      ))}
      <svg className="stretch" viewBox={`0 0 100 ${LABELS}`} width="100%" height={LABELS} preserveAspectRatio="none">
        {area && first >= 0 && (
          <path
            className="under"
            d={`${pathOf(series[0].values)}L${x(last).toFixed(2)} ${BASE}L${x(first).toFixed(2)} ${BASE}Z`}
          />
        )}
        {series.map((line) => (
          <path
            key={line.name}
            className={lineOf(line)}
            vectorEffect="non-scaling-stroke"
            d={pathOf(line.values)}
          />
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
      {ends.map(({ name, at }, i) => (
        <g key={name} className="line-end">
          <line className="axis" x1={`${RIGHT}%`} x2="100%" y1={at.toFixed(1)} y2={places[i].toFixed(1)} />
          <text x="100%" dx={NAME_GAP} y={(places[i] + NAME_SINK).toFixed(1)}>{name}</text>
        </g>
      ))}
      <AxisLabels
        labels={labels}
        x={x}
        y={LABELS}
        most={MAX_LABELS}
        chosen={chosen}
        short={short}
        under={under}
        endsInside
      />
    </svg>
  );
}
