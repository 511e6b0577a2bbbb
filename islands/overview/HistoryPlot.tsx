import { type PointerEvent, type ReactNode, useState } from "react";
import { money } from "../../lib/domain/money.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";
import { labelAt, Lines, type Series } from "../../lib/ui/charts/lines.tsx";

/** Lines differ in colour, dashes and width, and have their names at their ends. */
const LOOKS: readonly Pick<Series, "colour" | "dotted">[] = [
  { colour: "series-2" },
  { colour: "series-1" },
  { colour: "series-4" },
  { colour: "series-4", dotted: true },
];

/**
 * Lines over months (`Nov 2026`, oldest first), drawn on the server, with a month's figures above them: the last one's,
 * in a browser the month's under the pointer. The table beside it has the same data.
 */
export function HistoryPlot(props: {
  months: string[];
  series: { name: string; values: number[] }[];
  dollars: boolean;
}): ReactNode {
  const { months, series, dollars } = props;
  const [chosen, setChosen] = useState<number>();
  const at = chosen ?? months.length - 1;
  const lines = series.map((line, i) => ({ ...line, ...LOOKS[i] }));
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.querySelector("svg")!.getBoundingClientRect();
    setChosen(labelAt((clientX - box.left) / box.width, months.length));
  };
  const values = (value: number) => dollars ? money(value) : value.toLocaleString("en-CA");
  return (
    <div className="history-plot">
      <p className="plot-readout">
        <b>{months[at]}</b>
        {lines.map(({ name, values: all, colour, dotted }) => (
          <span key={name}>
            <svg className="line-sample" aria-hidden="true">
              <line className={dotted ? `stroke dotted ${colour}` : `stroke ${colour}`} x2="100%" y1="50%" y2="50%" />
            </svg>
            {name} <b>{values(all[at])}</b>
          </span>
        ))}
      </p>
      <div onPointerMove={point} onPointerDown={point} onPointerLeave={() => setChosen(undefined)}>
        <Lines
          label={`${series.map(({ name }) => name).join(", ")} by month, ${months[0]} to ${months[months.length - 1]}`}
          labels={months}
          series={lines}
          axis={(value) => compact(value)}
          chosen={chosen}
          zero
          whole={!dollars}
          named
          short={(month) => month.slice(0, 3)}
          under={(month) => month.slice(-4)}
        />
      </div>
    </div>
  );
}
