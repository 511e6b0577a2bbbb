import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import type { Datum } from "./chart.tsx";
import { arcsOf } from "./geometry.ts";

const GAP = 0.4;
const FILLS = { green: "share-green", yellow: "share-yellow", red: "share-red" } as const;

/** Loans by risk band as a stacked bar, each part labelled with its band above it. */
export function StackBar(props: { data: readonly (Datum & { band: keyof typeof FILLS })[] }): ReactNode {
  const { data } = props;
  const arcs = arcsOf(data.map(({ value }) => value));
  return (
    <div className="plot stack">
      <ul className="stackbar">
        {data.map(({ label, text, band, href }) => {
          const legend = (
            <span className="band" data-band={band}>
              <Icon name={`band-${band}`} className={null} />
              <b>{text}</b> {label}
            </span>
          );
          return <li key={label} data-band={band}>{href ? <a href={href}>{legend}</a> : legend}</li>;
        })}
      </ul>
      <svg className="split-bar" aria-hidden="true">
        {arcs.map(({ start, length }, i) =>
          length > 0 && (
            <rect
              key={data[i].label}
              className={FILLS[data[i].band]}
              x={`${(start + (start > 0 ? GAP : 0)).toFixed(2)}%`}
              width={`${Math.max(length - (start > 0 ? GAP : 0), 0.2).toFixed(2)}%`}
              height="100%"
            />
          )
        )}
      </svg>
    </div>
  );
}
