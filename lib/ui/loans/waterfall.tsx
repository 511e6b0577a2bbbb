import type { ReactNode } from "react";
import { money } from "../../domain/money.ts";

/** A line of a ledger: what comes in, what goes out, or a sum so far. Dollars; going out is a positive amount. */
export type FallLine = { label: string; kind: "in" | "out" | "net"; dollars: number; note?: string };

/** Where each line's bar starts and ends, in dollars from zero. */
function spans(lines: readonly FallLine[]): { from: number; to: number }[] {
  let level = 0;
  return lines.map(({ kind, dollars }) => {
    if (kind === "net") return { from: Math.min(0, dollars), to: Math.max(0, dollars) };
    const before = level;
    level += kind === "in" ? dollars : -dollars;
    return { from: Math.min(before, level), to: Math.max(before, level) };
  });
}

/**
 * Amounts that add up, each with its step of the waterfall. Below zero the steps go left of the line that then marks
 * it. Whole dollars are shown; the bars say nothing that the amounts do not.
 */
export function Waterfall(props: { caption: string; lines: readonly FallLine[] }): ReactNode {
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
