import type { ReactNode } from "react";
import { money } from "../../domain/money.ts";

/** A line of a waterfall: an income, an expense, or a subtotal. Dollars; expenses are positive. */
export type WaterfallLine = { label: string; kind: "in" | "out" | "net"; dollars: number; note?: string };

/** Start and end of each line's bar, in dollars from zero. */
function spans(lines: readonly WaterfallLine[]): { from: number; to: number }[] {
  let level = 0;
  return lines.map(({ kind, dollars }) => {
    if (kind === "net") return { from: Math.min(0, dollars), to: Math.max(0, dollars) };
    const before = level;
    level += kind === "in" ? dollars : -dollars;
    return { from: Math.min(before, level), to: Math.max(before, level) };
  });
}

/**
 * A waterfall chart in a table, in whole dollars. Negative values extend left of a zero line, which is then drawn. The
 * bars are decorative.
 */
export function Waterfall(props: { caption: string; lines: readonly WaterfallLine[] }): ReactNode {
  const bars = spans(props.lines);
  const low = Math.min(0, ...bars.map((bar) => bar.from));
  const high = Math.max(0, ...bars.map((bar) => bar.to));
  const width = high - low || 1;
  const at = (dollars: number) => `${((dollars - low) * 100 / width).toFixed(2)}%`;
  return (
    <table className="ledger">
      <caption className="visually-hidden">{props.caption}</caption>
      <tbody>
        {props.lines.map(({ label, kind, dollars, note }, i) => (
          <tr key={label} className={kind === "net" ? "sum-row" : undefined}>
            <th scope="row">
              {label}
              {note && <small>{note}</small>}
            </th>
            <td className="waterfall">
              <svg aria-hidden="true">
                <rect
                  data-kind={kind}
                  x={at(bars[i].from)}
                  width={`${((bars[i].to - bars[i].from) * 100 / width).toFixed(2)}%`}
                  height="100%"
                />
                {low < 0 && <line className="zero" x1={at(0)} x2={at(0)} y1="0" y2="100%" />}
              </svg>
            </td>
            <td className="numeric">{kind === "out" && dollars > 0 ? `\u2212${money(dollars)}` : money(dollars)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
