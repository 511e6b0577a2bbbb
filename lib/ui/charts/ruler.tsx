import type { ReactNode } from "react";

/** Where the scale lies, in pixels from the top. */
const LINE = 46, LABELS = 76;
const at = (percent: number) => `${Math.min(Math.max(percent, 0), 100).toFixed(2)}%`;
const TICKS = Array.from({ length: 21 }, (_, i) => i * 5);

/**
 * A percentage on one ruled line from 0 to 100, with a needle at it, its text above the needle, and the limit marked;
 * what lies above the limit is a thinner line. Null draws no needle.
 */
export function Ruler(props: { label: string; percent: number | null; text: string; limit: number }): ReactNode {
  const { label, percent, text, limit } = props;
  const shown = percent === null ? 50 : Math.min(Math.max(percent, 0), 100);
  const anchor = shown < 12 ? "start" : shown > 88 ? "end" : "middle";
  return (
    <svg className="plot ruler" role="img" aria-label={label}>
      <line className="within" x1="0%" x2={at(limit)} y1={LINE} y2={LINE} />
      <line className="beyond" x1={at(limit)} x2="100%" y1={LINE} y2={LINE} />
      {TICKS.map((tick) => (
        <line key={tick} className="tick" x1={at(tick)} x2={at(tick)} y1={LINE + 5} y2={LINE + (tick % 25 ? 9 : 14)} />
      ))}
      <line className="limit-mark" x1={at(limit)} x2={at(limit)} y1={LINE - 12} y2={LINE + 14} />
      {percent !== null && (
        <>
          <line className="needle" x1={at(percent)} x2={at(percent)} y1={LINE - 18} y2={LINE + 14} />
          <svg x={at(percent)} y={LINE - 22} overflow="visible">
            <path className="head" d="M-6 0H6L0 8Z" />
          </svg>
        </>
      )}
      <text className="chart-value" x={at(shown)} y="18" textAnchor={anchor}>{text}</text>
      {[0, 25, 50, 75, 100].filter((mark) => Math.abs(mark - limit) > 8).map((mark) => (
        <text
          key={mark}
          x={at(mark)}
          y={LABELS}
          textAnchor={mark === 0 ? "start" : mark === 100 ? "end" : "middle"}
        >
          {`${mark}%`}
        </text>
      ))}
      <text x={at(limit)} y={LABELS} textAnchor={limit > 90 ? "end" : "middle"}>{`Limit ${limit}%`}</text>
    </svg>
  );
}
