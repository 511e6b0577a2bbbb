import { Fragment, type ReactNode } from "react";
import { onHalfCircle } from "./geometry.ts";

/** An arc of a gauge: its share of the whole, and the name outside it. */
export interface GaugeArc {
  share: number;
  name?: string;
  colour: "series-1" | "series-2" | "series-3" | "series-4";
}

const X = 110, Y = 104, RADIUS = 90;
const point = (radius: number, share: number) => onHalfCircle(X, Y, radius, share).map((n) => n.toFixed(2)).join(" ");

/**
 * A half-circle gauge with a needle at `value` (0 to 1). `text` is the figure, `word` its meaning, `ends` the labels at
 * both ends.
 */
export function Gauge(props: {
  label: string;
  value: number;
  text: string;
  word: string;
  arcs: readonly GaugeArc[];
  ends: readonly [string, string];
}): ReactNode {
  const { label, value, text, word, arcs, ends } = props;
  let from = 0;
  const named = arcs.some(({ name }) => name);
  return (
    <svg className="plot gauge" viewBox={named ? "-14 -14 248 154" : "0 0 220 140"} role="img" aria-label={label}>
      {arcs.map(({ share, colour, name }, i) => {
        const start = from + (i > 0 ? 0.006 : 0), middle = from + share / 2;
        from += share;
        const end = from - (i < arcs.length - 1 ? 0.006 : 0);
        return (
          <Fragment key={i}>
            <path
              className={colour}
              strokeWidth="10"
              d={`M${point(RADIUS, start)}A${RADIUS} ${RADIUS} 0 0 1 ${point(RADIUS, end)}`}
            />
            {name && (
              <text
                x={onHalfCircle(X, Y, 102, middle)[0].toFixed(1)}
                y={onHalfCircle(X, Y, 102, middle)[1].toFixed(1)}
                textAnchor={middle < 0.4 ? "end" : middle > 0.6 ? "start" : "middle"}
              >
                {name}
              </text>
            )}
          </Fragment>
        );
      })}
      <path
        className="tickmarks"
        d={Array.from({ length: 21 }, (_, i) => `M${point(80, i / 20)}L${point(i % 5 ? 76 : 72, i / 20)}`).join("")}
      />
      <path className="hand" d={`M${point(46, value)}L${point(86, value)}`} />
      <text className="chart-value gauge-value" x={X} y="106" textAnchor="middle">{text}</text>
      <text x={X} y="121" textAnchor="middle">{word}</text>
      <text x="20" y="121" textAnchor="middle">{ends[0]}</text>
      <text x="200" y="121" textAnchor="middle">{ends[1]}</text>
    </svg>
  );
}
