import type { ReactNode } from "react";
import { onHalfCircle } from "./geometry.ts";

/** An arc of a gauge: its share of the whole, and the label at its outer end. */
export interface GaugeArc {
  share: number;
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
  return (
    <svg className="plot gauge" viewBox="0 0 220 140" role="img" aria-label={label}>
      {arcs.map(({ share, colour }, i) => {
        const start = from + (i > 0 ? 0.006 : 0);
        from += share;
        const end = from - (i < arcs.length - 1 ? 0.006 : 0);
        return (
          <path
            key={i}
            className={colour}
            strokeWidth="10"
            d={`M${point(RADIUS, start)}A${RADIUS} ${RADIUS} 0 0 1 ${point(RADIUS, end)}`}
          />
        );
      })}
      <path
        className="tickmarks"
        d={Array.from({ length: 21 }, (_, i) => `M${point(80, i / 20)}L${point(i % 5 ? 76 : 72, i / 20)}`).join("")}
      />
      <path className="hand" d={`M${point(20, value)}L${point(86, value)}`} />
      <text className="chart-value gauge-value" x={X} y="106" textAnchor="middle">{text}</text>
      <text x={X} y="121" textAnchor="middle">{word}</text>
      <text x="20" y="121" textAnchor="middle">{ends[0]}</text>
      <text x="200" y="121" textAnchor="middle">{ends[1]}</text>
    </svg>
  );
}
