import type { ReactNode } from "react";
import { thinnedOut } from "./geometry.ts";

/** Pixels between a label and the one below it. */
export const BELOW = 15;

/**
 * Labels along a chart's foot, thinned out to at most `most`, the last always among them. `x` is a label's place in
 * percent. `under` is a second line, such as a year, said once for the labels that share it.
 */
export function AxisLabels(props: {
  labels: readonly string[];
  x: (index: number) => number;
  y: number;
  most: number;
  chosen?: number;
  short?: (label: string) => string;
  under?: (label: string) => string;
  /** Ends the last label at its place instead of centring it there. */
  endsInside?: boolean;
}): ReactNode {
  const { labels, x, y, most, chosen, short = (text) => text, under, endsInside } = props;
  const shown = thinnedOut(labels.length, most).map((i) => ({ label: labels[i], i }));
  return (
    <>
      {shown.map(({ label, i }, at) => {
        const place = {
          x: `${x(i).toFixed(2)}%`,
          textAnchor: endsInside && i === labels.length - 1 ? "end" as const : "middle" as const,
        };
        const second = under?.(label);
        return (
          <g key={label}>
            <text className={i === chosen ? "chart-value" : undefined} y={y} {...place}>{short(label)}</text>
            {second && (at === 0 || second !== under!(shown[at - 1].label)) && (
              <text y={y + BELOW} {...place}>{second}</text>
            )}
          </g>
        );
      })}
    </>
  );
}
