import { type ReactNode, useEffect, useRef } from "react";
import uPlot from "uplot";
import { money } from "../../lib/domain/money.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";

/** Series differ in colour, dashes and width, so they can be told apart without colour; `key` is the dash in the legend. */
const LOOKS = [
  { token: "--accent", dash: [], key: "solid", width: 3 },
  { token: "--accent-deep", dash: [8, 4], key: "dashed", width: 2 },
  { token: "--prior", dash: [], key: "solid", width: 2 },
  { token: "--ink-3", dash: [2, 4], key: "dotted", width: 2 },
];
const HEIGHT = 300;

interface Props {
  /** Months as they are written, oldest first. */
  months: string[];
  series: { name: string; values: number[] }[];
  dollars: boolean;
}

function plot(element: HTMLElement, { months, series, dollars }: Props): uPlot {
  const colour = (token: string) => {
    // A canvas knows no light-dark(): the browser resolves it on an element first.
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

/** Lines over months that answer the pointer. The table beside it says the same, so this is for the eye alone. */
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
    // With the next painting: the legend may fold, and an observer must not bring about what it observes.
    const size = new ResizeObserver(() => requestAnimationFrame(fit));
    size.observe(element);
    // Its colours are painted, not styled: another theme needs another painting.
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
