import type { ReactNode } from "react";

/** Size in pixels; the line keeps off the edges by its own width. */
const WIDTH = 96, HEIGHT = 24, EDGE = 2;

/** A small line without axes, from nought, its last value as a dot. `label` says what it shows. */
export function Spark({ values, label }: { values: readonly number[]; label: string }): ReactNode {
  const most = Math.max(...values, 1);
  const points = values.map((value, i) => {
    const x = EDGE + (WIDTH - 2 * EDGE) * i / Math.max(1, values.length - 1);
    return [x.toFixed(1), (HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value / most).toFixed(1)];
  });
  const last = points.at(-1);
  return (
    <svg role="img" aria-label={label} width={WIDTH} height={HEIGHT} fill="none" stroke="var(--accent)">
      <polyline points={points.map((point) => point.join()).join(" ")} strokeWidth="1.5" strokeLinejoin="round" />
      {last && <circle cx={last[0]} cy={last[1]} r="2" fill="var(--accent)" stroke="none" />}
    </svg>
  );
}
