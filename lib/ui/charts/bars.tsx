import type { ReactNode } from "react";
import { type Datum, Figure, type Heads, Label } from "./chart.tsx";

/** Maximum label length, in characters, beside a bar on a phone. */
const MAX_LABEL_LENGTH = 18;

/** A table with a bar for each value, relative to the largest; needs no separate table view. */
export function Bars(props: { caption: string; heads: Heads; data: readonly Datum[] }): ReactNode {
  const { caption, heads, data } = props;
  const size = ({ value, rest }: Datum) => value > 0 && !rest ? value : 0;
  const most = Math.max(...data.map(size), 0);
  return (
    <table className={data.some(({ label }) => label.length > MAX_LABEL_LENGTH) ? "bars long-labels" : "bars"}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{heads.label}</span>
          </th>
          <td className="bar-cell" />
          {heads.more && (
            <th scope="col">
              <span className="visually-hidden">{heads.more}</span>
            </th>
          )}
          <th scope="col">
            <span className="visually-hidden">{heads.value}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((datum) => (
          <tr key={datum.label}>
            <th scope="row">
              <Label datum={datum} />
            </th>
            <td className="bar-cell">
              {!datum.rest && (
                <svg className="bar" aria-hidden="true">
                  <rect width="100%" height="100%" />
                  <rect
                    className="filled"
                    width={`${most > 0 ? (size(datum) * 100 / most).toFixed(1) : 0}%`}
                    height="100%"
                  />
                </svg>
              )}
            </td>
            {datum.more && <Figure datum={datum.more} className="numeric mute" />}
            <Figure datum={datum} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
