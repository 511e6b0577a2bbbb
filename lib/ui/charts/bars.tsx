import type { ReactNode } from "react";
import { type Datum, Figure, type Heads, Label } from "./chart.tsx";

/** Letters of a label that leave room for a bar beside it on a phone. */
const SHORT = 18;

/** A table that draws itself: each value as a bar against the largest, so it needs no second view. */
export function Bars(props: { caption: string; heads: Heads; data: readonly Datum[] }): ReactNode {
  const { caption, heads, data } = props;
  const size = ({ value, rest }: Datum) => value > 0 && !rest ? value : 0;
  const most = Math.max(...data.map(size), 0);
  return (
    <table className={data.some(({ label }) => label.length > SHORT) ? "bars wordy" : "bars"}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{heads.label}</span>
          </th>
          <td className="w" />
          {heads.more && (
            <th scope="col">
              <span className="vh">{heads.more}</span>
            </th>
          )}
          <th scope="col">
            <span className="vh">{heads.value}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((datum) => (
          <tr key={datum.label}>
            <th scope="row">
              <Label datum={datum} />
            </th>
            <td className="w">
              {!datum.rest && (
                <svg className="bar" aria-hidden="true">
                  <rect width="100%" height="100%" />
                  <rect
                    className="v"
                    width={`${most > 0 ? (size(datum) * 100 / most).toFixed(1) : 0}%`}
                    height="100%"
                  />
                </svg>
              )}
            </td>
            {datum.more && <Figure datum={datum.more} className="num mute" />}
            <Figure datum={datum} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
