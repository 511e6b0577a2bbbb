import uPlot from "uplot";
import { onTheme } from "../../lib/client/on_theme.ts";
import { BELOW } from "../../lib/ui/charts/axis_labels.tsx";
import { markText, partedPlaces, type Span, thinnedOut } from "../../lib/ui/charts/geometry.ts";
import {
  BASE,
  LABELS,
  LEFT,
  MARK_RISE,
  marksFor,
  MAX_LABELS,
  NAME_GAP,
  NAME_LINE,
  NAME_SINK,
  RIGHT,
  type Series,
  TOP,
} from "../../lib/ui/charts/lines.tsx";

/** Callbacks: the month under the pointer by its index, null when it left; a dragged span of months. */
export interface HistoryEvents {
  chose: (month: number | undefined) => void;
  zoomed: (span: Span) => void;
  whole: () => void;
}

export interface HistoryEngine {
  /** Shows a span of the months, with a month under the crosshair. */
  show: (span: Span, chosen: number | undefined) => void;
  /** Puts the crosshair on the month nearest to a place in the window, in pixels. */
  point: (clientX: number) => void;
  close: () => void;
}

/** Pixels that a pointer travels before it draws up a span. */
const DRAG_PX = 6;
const CROSSHAIR_POINT = { size: 8, width: 2 };

/** Colours, dashes and widths as the stylesheet gives them to the drawing that the plot covers. */
function looksOf(drawing: SVGSVGElement) {
  const styleOf = (selector: string) => getComputedStyle(drawing.querySelector(selector)!);
  const { fill, fontSize, fontFamily } = styleOf("text");
  return {
    ink: fill,
    font: `${fontSize} ${fontFamily}`,
    axis: styleOf("line.axis").stroke,
    base: styleOf("line.base").stroke,
    lines: [...drawing.querySelectorAll(".stretch .stroke")].map((line) => {
      const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(line);
      const dash = strokeDasharray === "none" ? [] : strokeDasharray.split(",").map(parseFloat);
      return { stroke, width: parseFloat(strokeWidth), dash };
    }),
  };
}

/**
 * A plot of lines over months (`Nov 2026`, oldest first) in `place`, laid out and coloured as the drawing that it
 * covers, again with every theme. Dragging draws up a span of months, a double click asks for all of them.
 */
export function historyEngine(
  place: HTMLElement,
  drawingNow: () => SVGSVGElement,
  data: { months: readonly string[]; series: readonly Series[]; whole: boolean },
  events: HistoryEvents,
): HistoryEngine {
  const { months, series, whole } = data;
  let looks = looksOf(drawingNow());
  let span: Span = { from: 0, to: months.length - 1 };
  let marks: number[] = [];
  const inSpan = <T>(all: readonly T[]) => all.slice(span.from, span.to + 1);
  const markAgain = () => marks = marksFor(series.flatMap(({ values }) => inSpan(values)), { zero: true, whole });
  markAgain();

  /** Runs `draw` with a pen that counts in pixels of the page, and leaves the plot's own as it was. */
  const onPaper = (draw: (pen: CanvasRenderingContext2D, plot: uPlot, frame: number) => void) => (plot: uPlot) => {
    const { ctx: pen } = plot;
    pen.save();
    pen.setLineDash([]);
    pen.scale(pen.canvas.width / plot.width, pen.canvas.width / plot.width);
    Object.assign(pen, {
      font: looks.font,
      fillStyle: looks.ink,
      lineWidth: 1,
      lineCap: "butt",
      textBaseline: "alphabetic",
    });
    draw(pen, plot, drawingNow().getBoundingClientRect().width);
    pen.restore();
  };
  const rule = (pen: CanvasRenderingContext2D, stroke: string, ...ends: [number, number, number, number]) => {
    const [x1, y1, x2, y2] = ends;
    pen.strokeStyle = stroke;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  };
  const y = (plot: uPlot, value: number) => TOP + plot.valToPos(value, "y");

  const drawAxes = onPaper((pen, plot, frame) => {
    for (const mark of marks) {
      const at = y(plot, mark);
      rule(pen, mark === marks[0] ? looks.base : looks.axis, 0, at, frame, at);
      pen.fillText(markText(mark), 0, at - MARK_RISE);
    }
    let yearBefore = "";
    for (const i of thinnedOut(span.to - span.from + 1, MAX_LABELS).map((at) => span.from + at)) {
      const month = months[i], year = month.slice(-4);
      const x = frame * LEFT / 100 + plot.valToPos(i, "x");
      pen.textAlign = i === span.to ? "right" : "center";
      pen.fillText(month.slice(0, 3), x, LABELS);
      if (year !== yearBefore) pen.fillText(year, x, LABELS + BELOW);
      yearBefore = year;
    }
  });
  const drawNames = onPaper((pen, plot, frame) => {
    const ends = series.map(({ name, values }) => ({ name, at: y(plot, values[span.to]) }))
      .sort((a, b) => a.at - b.at);
    const places = partedPlaces(ends.map(({ at }) => at), NAME_LINE, BASE);
    ends.forEach(({ name, at }, i) => {
      rule(pen, looks.axis, frame * RIGHT / 100, at, frame, places[i]);
      pen.fillText(name, frame + NAME_GAP, places[i] + NAME_SINK);
    });
  });
  const chooseSpan = (plot: uPlot) => {
    const { left, width } = plot.select;
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    const monthAt = (pixels: number) => Math.round(plot.posToVal(pixels, "x"));
    const from = Math.max(monthAt(left), span.from), to = Math.min(monthAt(left + width), span.to);
    if (to > from) events.zoomed({ from, to });
  };

  const size = () => ({ width: place.clientWidth, height: place.clientHeight });
  const share = (percent: number) => drawingNow().getBoundingClientRect().width * percent / 100;
  const plot = new uPlot(
    {
      ...size(),
      padding: [TOP, () => place.clientWidth - share(RIGHT), place.clientHeight - BASE, () => share(LEFT)],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: DRAG_PX },
        points: {
          ...CROSSHAIR_POINT,
          // As custom properties, which follow the theme by themselves.
          stroke: (_, i) => `var(--${series[i - 1].colour})`,
          fill: "var(--surface)",
        },
        bind: {
          dblclick: () => () => {
            events.whole();
            return null;
          },
        },
      },
      scales: {
        x: { time: false, range: (_, from, to) => [from, Math.max(to, from + 1)] },
        y: { range: () => [marks[0], marks[marks.length - 1]] },
      },
      axes: [{ show: false }, { show: false }],
      series: [
        {},
        ...looks.lines.map(({ width, dash }, i) => ({
          stroke: () => looks.lines[i].stroke,
          width,
          dash,
          cap: "round" as const,
          points: { show: false },
        })),
      ],
      hooks: {
        drawClear: [drawAxes],
        draw: [drawNames],
        setCursor: [({ cursor }) => events.chose(cursor.idx ?? undefined)],
        setSelect: [chooseSpan],
      },
    },
    [months.map((_, i) => i), ...series.map(({ values }) => [...values])],
    place,
  );

  const stopTheme = onTheme(() => {
    looks = looksOf(drawingNow());
    plot.redraw();
  });
  // In the next frame, for an observer must not cause what it observes; not on paper, where the plot is hidden.
  const fit = () => {
    if (place.clientWidth > 0 && place.clientWidth !== plot.width) plot.setSize(size());
  };
  const resized = new ResizeObserver(() => requestAnimationFrame(fit));
  resized.observe(place);
  return {
    show: (shown, chosen) => {
      span = shown;
      markAgain();
      const { width, height } = plot.over.getBoundingClientRect();
      const reach = Math.max(1, span.to - span.from);
      plot.batch(() => {
        plot.setScale("x", { min: span.from, max: span.from + reach });
        const left = chosen === undefined ? -10 : (chosen - span.from) / reach * width;
        plot.setCursor({ left, top: chosen === undefined ? -10 : height / 2 }, false);
      });
    },
    point: (clientX) => {
      const { left, width, height } = plot.over.getBoundingClientRect();
      plot.setCursor({ left: Math.min(Math.max(clientX - left, 0), width), top: height / 2 });
    },
    close: () => {
      stopTheme();
      resized.disconnect();
      plot.destroy();
    },
  };
}
