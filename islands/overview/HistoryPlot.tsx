import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { money } from "../../lib/domain/money.ts";
import { closerSpan, markText, type Span } from "../../lib/ui/charts/geometry.ts";
import { labelAt, Lines, type Series } from "../../lib/ui/charts/lines.tsx";
import type { HistoryEngine } from "./_history_engine.ts";

/** Lines differ in colour, dashes and width, and have their names at their ends. */
const LOOKS: readonly Pick<Series, "colour" | "dotted">[] = [
  { colour: "series-2" },
  { colour: "series-1" },
  { colour: "series-4" },
  { colour: "series-4", dotted: true },
];

/**
 * Lines over months (`Nov 2026`, oldest first) with a month's figures above them: the last one's, in a browser the
 * month's under the crosshair. The server draws them; a browser puts a plot over the drawing, in which months can be
 * zoomed into. Paper and forced colours keep the drawing. The table beside it has the same data.
 */
export function HistoryPlot(props: {
  months: string[];
  series: { name: string; values: number[] }[];
  dollars: boolean;
}): ReactNode {
  const { months, series, dollars } = props;
  const last = months.length - 1;
  const [span, setSpan] = useState<Span>({ from: 0, to: last });
  const [chosen, setChosen] = useState<number>();
  const [awake, setAwake] = useState(false);
  const [spoken, setSpoken] = useState(false);
  const [engine, setEngine] = useState<HistoryEngine>();
  const stage = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const at = chosen ?? span.to;
  const zoomed = span.from > 0 || span.to < last;
  const lines = series.map((line, i) => ({ ...line, ...LOOKS[i] }));
  const drawing = () => stage.current!.querySelector<SVGSVGElement>(".line-plot")!;

  function zoom(to: Span): void {
    setSpan(to);
    if (chosen !== undefined && (chosen < to.from || chosen > to.to)) setChosen(undefined);
  }
  const showWhole = () => zoom({ from: 0, to: last });
  // The button goes, so the plot gets its focus.
  const leaveZoom = () => {
    showWhole();
    stage.current!.focus();
  };
  const showCloser = () => zoom(closerSpan(span, at));

  useEffect(() => {
    let ended = false, made: HistoryEngine | undefined;
    setAwake(true);
    import("./_history_engine.ts").then(({ historyEngine }) => {
      if (ended) return;
      made = historyEngine(place.current!, drawing, { months, series: lines, whole: !dollars }, {
        chose: setChosen,
        zoomed: (to) => {
          setSpan(to);
          setChosen(undefined);
        },
        whole: () => setSpan({ from: 0, to: last }),
      });
      setEngine(made);
    }).catch((error) => console.warn("The plot could not be loaded, the drawing stays:", error));
    return () => {
      ended = true;
      made?.close();
    };
  }, []);
  useEffect(() => engine?.show(span, chosen), [engine, span, chosen]);

  const point = ({ clientX, pointerType }: PointerEvent<HTMLElement>) => {
    setSpoken(false);
    const box = drawing().getBoundingClientRect();
    if (!engine) setChosen(span.from + labelAt((clientX - box.left) / box.width, span.to - span.from + 1));
    // The plot follows the mouse by itself.
    else if (pointerType !== "mouse") engine.point(clientX);
  };
  const leave = ({ pointerType }: PointerEvent<HTMLElement>) => pointerType === "mouse" && setChosen(undefined);
  const steps: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => setChosen(Math.max(at - 1, span.from)),
    ArrowRight: () => setChosen(Math.min(at + 1, span.to)),
    Home: () => setChosen(span.from),
    End: () => setChosen(span.to),
    "+": showCloser,
    Escape: showWhole,
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    setSpoken(true);
    step();
  };

  const values = (value: number) => dollars ? money(value) : value.toLocaleString("en-CA");
  const shown = months.slice(span.from, span.to + 1);
  const period = `${shown[0]} to ${shown[shown.length - 1]}`;
  const label = `${series.map(({ name }) => name).join(", ")} by month, ${period}`;
  return (
    <div className={engine ? "history-plot plotted" : "history-plot"}>
      <p className="plot-readout" aria-live={spoken ? "polite" : "off"} aria-atomic="true">
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
      <div
        className="plot-stage"
        ref={stage}
        {...(awake && { role: "group", tabIndex: 0, "aria-label": `${label}. Arrow keys step through the months` })}
        onKeyDown={press}
        onFocus={(event) => setSpoken(event.currentTarget.matches(":focus-visible"))}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={leave}
      >
        <Lines
          label={label}
          labels={shown}
          series={lines.map((line) => ({ ...line, values: line.values.slice(span.from, span.to + 1) }))}
          axis={markText}
          chosen={chosen === undefined ? undefined : chosen - span.from}
          zero
          whole={!dollars}
          named
          short={(month) => month.slice(0, 3)}
          under={(month) => month.slice(-4)}
        />
        <div className="plot-canvas" ref={place} aria-hidden="true" />
      </div>
      <div className={awake ? "plot-zoom awake" : "plot-zoom"}>
        <button
          className="btn bare slim"
          type="button"
          aria-disabled={span.to - span.from <= 1 || undefined}
          onClick={showCloser}
        >
          Zoom in
        </button>
        {zoomed && <button className="btn bare slim" type="button" onClick={leaveZoom}>Whole period</button>}
        <span>{zoomed ? period : <span className="by-mouse">or drag across months</span>}</span>
      </div>
    </div>
  );
}
