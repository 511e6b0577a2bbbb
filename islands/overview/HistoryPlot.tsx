import { type ReactNode, useEffect, useRef } from "react";
import uPlot from "uplot";
import { money } from "../../lib/domain/money.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";

/**
 * Series differ in colour, dashes and width, so that they are distinguishable without colour; `key` is the legend's
 * dash.
 */
const LOOKS = [
  { token: "--accent", dash: [], key: "solid", width: 3 },
  { token: "--accent-deep", dash: [8, 4], key: "dashed", width: 2 },
  { token: "--prior", dash: [], key: "solid", width: 2 },
  { token: "--ink-3", dash: [2, 4], key: "dotted", width: 2 },
];
const HEIGHT = 300;

interface Props {
  /** Month labels, oldest first. */
  months: string[];
  series: { name: string; values: number[] }[];
  dollars: boolean;
}

function plot(element: HTMLElement, { months, series, dollars }: Props): uPlot {
  const colour = (token: string) => {
    // Canvas does not know light-dark(): let the browser resolve it on an element.
    element.style.color = `var(${token})`;
    const resolved = getComputedStyle(element).color;
    element.style.color = "";
    return resolved;
  };
  const { fontFamily } = getComputedStyle(element);
  const written = (_: uPlot, value: number | null) =>
    value === null ? "–" : dollars ? money(value) : value.toLocaleString("en-CA");
  const axis = {
    stroke: colour("--ink-2"),
    font: `13px ${fontFamily}`,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { live: true, markers: { width: 3, dash: (_, i) => LOOKS[i - 1]?.key ?? "solid" } },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: (_, from, to) => from === to ? [from - 1, to + 1] : [from, to] },
        y: { range: (_, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 70,
          gap: 9,
          incrs: [1, 2, 3, 6, 12, 24],
          values: (_, at) => at.map((i) => months[i] ?? ""),
        },
        {
          ...axis,
          size: 56,
          incrs: dollars ? undefined : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
          values: (_, at) => at.map((value) => compact(value)),
        },
      ],
      series: [
        { label: "Month", value: (_, i) => i === null ? "–" : months[i] ?? "" },
        ...series.map(({ name }, i) => ({
          label: name,
          stroke: colour(LOOKS[i].token),
          width: LOOKS[i].width,
          dash: LOOKS[i].dash,
          points: { show: months.length < 40, size: 6 },
          value: written,
        })),
      ],
    },
    [months.map((_, i) => i), ...series.map(({ values }) => values)],
    element,
  );
}

/** An interactive line chart over months. Decorative: the table beside it has the same data. */
export function HistoryPlot(props: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    let drawn = plot(element, props);
    const redraw = () => {
      drawn.destroy();
      drawn = plot(element, props);
    };
    const fit = () => {
      if (element.clientWidth > 0 && element.clientWidth !== drawn.width) {
        drawn.setSize({ width: element.clientWidth, height: HEIGHT });
      }
    };
    // In the next frame: resizing may wrap the legend, and an observer must not cause what it observes.
    const size = new ResizeObserver(() => requestAnimationFrame(fit));
    size.observe(element);
    // Colours are painted, so another theme needs a redraw.
    const grounds = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")];
    for (const ground of grounds) ground.addEventListener("change", redraw);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      size.disconnect();
      theme.disconnect();
      for (const ground of grounds) ground.removeEventListener("change", redraw);
      drawn.destroy();
    };
  }, []);
  return <div className="history-plot" ref={place} aria-hidden="true" />;
}
