import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { type Datum, Figure, type Heads, Label } from "./chart.tsx";
import { arcsOf, sharesOf } from "./geometry.ts";

/** Neighbours differ in lightness, so that they are distinguishable without colour; the list has the same order. */
const COLOURS = ["series-2", "series-3", "series-1", "series-4"] as const;
const GAP = 0.7;

/** A slice; one of a risk band has its colour and shape. */
type Slice = Datum & { band?: "green" | "yellow" | "red" };

/** A donut of up to four slices with its table. `total` is in the centre above `what`. */
export function Donut(
  props: { caption: string; heads: Heads; data: readonly Slice[]; total: string; what: string },
): ReactNode {
  const { caption, heads, data, total, what } = props;
  const values = data.map(({ value }) => value);
  const arcs = arcsOf(values), shares = sharesOf(values);
  const several = arcs.filter(({ length }) => length > 0).length > 1;
  const summary = data.map(({ label }, i) => `${label} ${shares[i]}%`).join(", ");
  return (
    <div className="donut">
      <svg viewBox="0 0 42 42" role="img" aria-label={`${caption}: ${summary}`}>
        <circle className="ring" cx="21" cy="21" r="16" strokeWidth="5" />
        {arcs.map(({ start, length }, i) =>
          length > 0 && (
            <circle
              key={data[i].label}
              className={data[i].band ? "band-slice" : COLOURS[i % COLOURS.length]}
              data-band={data[i].band}
              cx="21"
              cy="21"
              r="16"
              strokeWidth="5"
              pathLength="100"
              strokeDasharray={several ? `${Math.max(length - GAP, 0.3).toFixed(2)} 100` : undefined}
              strokeDashoffset={(-start).toFixed(2)}
              transform="rotate(-90 21 21)"
            />
          )
        )}
        <text className="chart-value" x="21" y="21.6" textAnchor="middle">{total}</text>
        <text x="21" y="25.8" textAnchor="middle">{what}</text>
      </svg>
      <table className="bars">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{heads.label}</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">Share in percent</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">{heads.value}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((datum, i) => (
            <tr key={datum.label}>
              <th scope="row">
                {datum.band
                  ? (
                    <span className="band" data-band={datum.band}>
                      <Icon name={`band-${datum.band}`} className={null} />
                    </span>
                  )
                  : <span className={`key ${COLOURS[i % COLOURS.length]}`} />}
                <Label datum={datum} />
              </th>
              <Figure datum={{ value: shares[i], text: `${shares[i]}%` }} className="numeric mute" />
              <Figure datum={datum} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
