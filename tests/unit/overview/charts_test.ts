/** Geometry and markup of the charts that the server draws. */
import assert from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LTV_STEPS, SCORE_STEPS, stepOf } from "../../../lib/domain/lending/buckets.ts";
import { historyStart, largestOf, monthList, monthsOf, useOf } from "../../../lib/domain/lending/overview.ts";
import { Bars } from "../../../lib/ui/charts/bars.tsx";
import { Columns } from "../../../lib/ui/charts/columns.tsx";
import { Donut } from "../../../lib/ui/charts/donut.tsx";
import { Gauge } from "../../../lib/ui/charts/gauge.tsx";
import {
  arcsOf,
  closerSpan,
  compact,
  marksOf,
  markText,
  onHalfCircle,
  partedPlaces,
  sharesOf,
  thinnedOut,
} from "../../../lib/ui/charts/geometry.ts";
import { labelAt, Lines } from "../../../lib/ui/charts/lines.tsx";
import { Ruler } from "../../../lib/ui/charts/ruler.tsx";

Deno.test("the slices of a ring cover it once, each from where the last one ended", () => {
  const arcs = arcsOf([3, 0, 5, 12, 0.25]);
  let end = 0;
  for (const { start, length } of arcs) {
    assert.ok(Math.abs(start - end) < 1e-9);
    end = start + length;
  }
  assert.ok(Math.abs(end - 100) < 1e-9);
  assert.equal(arcs[1].length, 0);
  assert.deepEqual(arcsOf([7]), [{ start: 0, length: 100 }]);
  assert.deepEqual(arcsOf([0, 0]), [{ start: 0, length: 0 }, { start: 0, length: 0 }]);
});

Deno.test("shares are whole percents that add up to 100, and nothing of nothing", () => {
  assert.deepEqual(sharesOf([1, 1, 2]), [25, 25, 50]);
  // 19.51, 34.15, 31.71 and 14.63 percent: rounded one by one they would come to 101.
  assert.deepEqual(sharesOf([24, 42, 39, 18]), [19, 34, 32, 15]);
  assert.deepEqual(sharesOf([1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(sharesOf([29, 71, 0]), [29, 71, 0]);
  assert.deepEqual(sharesOf([0, 0]), [0, 0]);
});

Deno.test("an axis reaches its largest value in at most five round steps", () => {
  for (const most of [0.3, 1, 7, 8, 99, 1465, 620_000, 1_465_000, 36_620_000]) {
    const marks = marksOf(most, false);
    assert.ok(marks[marks.length - 1] >= most && marks.length <= 6, `${most}: ${marks}`);
  }
  assert.deepEqual(marksOf(2, true), [0, 1, 2]);
  assert.deepEqual(marksOf(0, true), [0, 1]);
  assert.deepEqual(marksOf(1_465_000, false), [0, 500_000, 1_000_000, 1_500_000]);
});

Deno.test("labels keep a gap between them and stay above the end, near their points", () => {
  assert.deepEqual(partedPlaces([40, 80], 14, 198), [40, 80]);
  assert.deepEqual(partedPlaces([40, 42, 60], 14, 198), [40, 54, 68]);
  assert.deepEqual(partedPlaces([190, 195], 14, 198), [184, 198]);
  assert.deepEqual(partedPlaces([], 14, 198), []);
});

Deno.test("the text of a limit stands beside the columns, and two close ones not on each other", () => {
  const data = [{ label: "Jan 2026", value: 46, text: "46 days" }];
  const limits = [{ at: 36, text: "36 red" }, { at: 35, text: "35 yellow" }];
  const drawn = renderToStaticMarkup(createElement(Columns, { label: "Days", data, limits }));
  const texts = [...drawn.matchAll(/<text x="(\S+)" dx="6" y="(\S+)">([^<]+)/g)].map(([, x, y, text]) => ({
    x,
    y: +y,
    text,
  }));
  assert.deepEqual(texts.map(({ x, text }) => [x, text]), [["100%", "36 red"], ["100%", "35 yellow"]]);
  assert.ok(texts[1].y - texts[0].y >= 14, drawn);
});

Deno.test("figures in a few letters", () => {
  assert.deepEqual([0, 950, 12_500, 500_000, 999_900, 1_500_000].map((n) => compact(n)), [
    "0",
    "950",
    "12.5k",
    "500k",
    "1M",
    "1.5M",
  ]);
  assert.equal(compact(36_620_000, 2), "36.62M");
  assert.deepEqual([999_499_000, 8_080_300_000].map((n) => compact(n)), ["999.5M", "8.1B"]);
  assert.deepEqual([0, 0.25, 640, 12_500, 112_500, 1_250_000, -2_500_000].map(markText), [
    "0",
    "0.25",
    "640",
    "12.5k",
    "112.5k",
    "1.25M",
    "\u22122.5M",
  ]);
  assert.deepEqual(onHalfCircle(5, 5, 10, 0).map(Math.round), [-5, 5]);
  assert.deepEqual(onHalfCircle(5, 5, 10, 0.5).map(Math.round), [5, -5]);
});

const heads = { label: "Position", value: "Loans" };
const slice = (label: string, value: number) => ({ label, value, text: String(value) });

Deno.test("a donut draws slices with a value alone, and names every share", () => {
  const html = (values: number[]) =>
    renderToStaticMarkup(createElement(Donut, {
      caption: "Position",
      heads,
      data: values.map((value, i) => slice(`P${i}`, value)),
      total: "4",
      what: "loans",
    }));
  assert.match(html([3, 0, 1]), /aria-label="Position: P0 75%, P1 0%, P2 25%"/);
  assert.equal(html([3, 0, 1]).match(/pathLength/g)!.length, 2);
  assert.match(html([5]), /pathLength/);
  assert.doesNotMatch(html([5]), /dasharray/, "one slice goes all the way round, without a seam");
  assert.doesNotMatch(html([0, 0]), /pathLength|NaN/);
  const bands = renderToStaticMarkup(createElement(Donut, {
    caption: "Risk bands",
    heads,
    data: [{ ...slice("Green", 3), band: "green" as const }, { ...slice("Red", 1), band: "red" as const }],
    total: "4",
    what: "loans",
  }));
  assert.match(bands, /class="band-slice" data-band="green".*class="band-slice" data-band="red".*band-red/);
});

Deno.test("bars, columns and the gauge render without data and with a missing figure", () => {
  const nothing = [slice("A", 0), slice("B", NaN)];
  const bars = renderToStaticMarkup(
    createElement(Bars, { caption: "Sizes", heads, data: [...nothing, slice("C", 2)] }),
  );
  assert.match(bars, /data-value=""/);
  assert.match(bars, /class="filled" width="100.0%"/);
  assert.equal(bars.match(/class="filled" width="0(\.0)?%"/g)!.length, 2);
  for (const data of [[], [slice("A", 0)]]) {
    const columns = renderToStaticMarkup(createElement(Columns, { label: "By month", data }));
    assert.doesNotMatch(columns, /NaN|Infinity/);
  }
  const gauge = renderToStaticMarkup(createElement(Gauge, {
    label: "LTV",
    value: 1.7,
    text: "170%",
    word: "Above",
    arcs: [{ share: 0.8, colour: "series-2" as const }, { share: 0.2, colour: "series-4" as const }],
    ends: ["0%", "100%"] as const,
  }));
  // The hand rests at the right end: the half circle's centre is (110, 104).
  assert.match(gauge, /class="hand" d="M156.00 104.00L196.00 104.00"/);
});

Deno.test("periods end with the present month, and months are listed without gaps", () => {
  assert.deepEqual(monthsOf("3", "2026-01-31"), { from: "2025-11", to: "2026-01" });
  assert.deepEqual(monthsOf("12", "2026-11-20"), { from: "2025-12", to: "2026-11" });
  assert.deepEqual(monthsOf("year", "2026-11-20"), { from: "2026-01", to: "2026-11" });
  assert.deepEqual(monthList({ from: "2025-11", to: "2026-02" }, 12), ["2025-11", "2025-12", "2026-01", "2026-02"]);
  assert.deepEqual(monthList({ from: "1900-01", to: "2026-02" }, 2), ["2026-01", "2026-02"]);
  assert.deepEqual(monthList({ from: "2026-03", to: "2026-02" }, 12), []);
});

Deno.test("buckets that the screen adds: LTV, rating, use of proceeds (loans specification 9)", () => {
  assert.deepEqual([0, 50, 51, 60, 61, 75, 76, 80, 81, 140].map((percent) => stepOf(LTV_STEPS, percent)), [
    0,
    0,
    1,
    1,
    2,
    3,
    4,
    4,
    5,
    5,
  ]);
  assert.equal(LTV_STEPS.length, 6);
  assert.deepEqual([-8, 0.99, 1, 2, 3, 4, 5, 6, 7, 8].map((score) => stepOf(SCORE_STEPS, score)), [
    0,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    7,
  ]);
  assert.deepEqual(["new purchase ", "NewPurchase", "Boat", ""].map(useOf), [
    "New Purchase",
    "New Purchase",
    "Other",
    "Other",
  ]);
});

Deno.test("a history begins with its first month, except for a few events years before all others", () => {
  const start = (events: Record<string, number>, sure?: string) =>
    historyStart(new Map(Object.entries(events)), "2026-11", sure);
  assert.equal(start({}), null);
  assert.equal(start({ "2027-03": 1 }), null, "what lies ahead begins no history");
  assert.equal(start({ "2026-10": 1 }), "2026-10");
  assert.equal(start({ "1926-05": 1, "2025-04": 3, "2026-11": 2 }), "2025-04", "one wrong year");
  assert.equal(start({ "0202-05": 1, "1926-05": 1, "2025-04": 3 }), "2025-04", "two, years apart");
  assert.equal(start({ "2024-05": 1, "2025-04": 3, "2026-11": 2 }), "2024-05", "a year without loans is no mistake");
  assert.equal(start({ "1926-05": 1, "2020-04": 1, "2026-11": 2 }, "2020-04"), "2020-04", "nobody types a submission");
  assert.equal(start({ "2023-12": 1, "2025-12": 3 }), "2023-12", "24 months apart");
  assert.equal(start({ "2023-11": 1, "2025-12": 3 }), "2025-12", "25");
  // Three events of twenty are a part of the book; three of a hundred are not.
  assert.equal(start({ "2019-05": 3, "2025-04": 17 }), "2019-05");
  assert.equal(start({ "2019-05": 3, "2025-04": 97 }), "2025-04");
});

Deno.test("a chart names its largest buckets by its measure, and adds up no single one", () => {
  const buckets = Array.from({ length: 10 }, (_, i) => ({ label: `C${i}`, count: i, amount: 100 - i }));
  assert.deepEqual(largestOf(buckets, "count").rest.map(({ label }) => label), ["C1", "C0"]);
  assert.deepEqual(largestOf(buckets, "amount").rest.map(({ label }) => label), ["C8", "C9"]);
  assert.deepEqual(largestOf(buckets.slice(1), "count").rest, []);
});

const MONTHS = ["Nov 2025", "Dec 2025", "Jan 2026", "Feb 2026"];
const dated = { short: (label: string) => label.slice(0, 3), under: (label: string) => label.slice(-4) };
const textsOf = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

Deno.test("months along a chart say their year, once where it begins", () => {
  const columns = renderToStaticMarkup(createElement(Columns, {
    label: "By month",
    data: MONTHS.map((label) => slice(label, 1)),
    ...dated,
  }));
  assert.deepEqual(textsOf(columns).slice(-6), ["Nov", "2025", "Dec", "Jan", "2026", "Feb"]);
  const lines = renderToStaticMarkup(createElement(Lines, {
    label: "By month",
    labels: MONTHS,
    series: [],
    axis: String,
    zero: true,
    ...dated,
  }));
  assert.deepEqual(textsOf(lines).slice(-6), ["Nov", "2025", "Dec", "Jan", "2026", "Feb"]);
});

Deno.test("lines are named at their ends, no name on another", () => {
  const ends = [["Submitted", 4], ["Funded", 1], ["Repaid", 1], ["Declined", 0]] as const;
  const html = renderToStaticMarkup(createElement(Lines, {
    label: "By month",
    labels: MONTHS,
    series: ends.map(([name, end]) => ({ name, colour: "series-2" as const, values: [1, 2, 3, end] })),
    axis: String,
    zero: true,
    named: true,
  }));
  const named = [...html.matchAll(/class="line-end">.*?<text[^>]* y="([\d.]+)">(\w+)</g)];
  assert.deepEqual(named.map(([, , name]) => name), ["Submitted", "Funded", "Repaid", "Declined"]);
  const places = named.map(([, y]) => Number(y));
  for (let i = 1; i < places.length; i++) assert.ok(places[i] - places[i - 1] >= 14.9, places.join());
  assert.deepEqual([-1, 0.1, 0.5425, 0.985, 2].map((share) => labelAt(share, 3)), [0, 0, 1, 2, 2]);
});

Deno.test("labels are thinned out from the last, and a span halves around a label down to two", () => {
  assert.deepEqual(thinnedOut(3, 5), [0, 1, 2]);
  assert.deepEqual(thinnedOut(12, 5), [2, 5, 8, 11]);
  assert.deepEqual(thinnedOut(0, 5), []);
  const cases: [from: number, to: number, around: number, expected: [number, number]][] = [
    [0, 11, 5, [3, 8]],
    [0, 11, 0, [0, 5]],
    [0, 11, 11, [6, 11]],
    [4, 7, 6, [6, 7]],
    [4, 5, 4, [4, 5]],
    [3, 3, 3, [3, 3]],
  ];
  for (const [from, to, around, [start, end]] of cases) {
    assert.deepEqual(closerSpan({ from, to }, around), { from: start, to: end });
  }
});

Deno.test("a ruler has one line, a needle on it, and no needle without a figure", () => {
  const ruler = (percent: number | null) =>
    renderToStaticMarkup(createElement(Ruler, { label: "LTV", percent, text: "x", limit: 80 }));
  assert.match(ruler(62.5), /class="needle" x1="62.50%" x2="62.50%"/);
  assert.match(ruler(170), /class="needle" x1="100.00%"/);
  assert.match(ruler(62.5), /class="limit-mark" x1="80.00%"/);
  assert.doesNotMatch(ruler(null), /needle|class="head"|NaN/);
});
