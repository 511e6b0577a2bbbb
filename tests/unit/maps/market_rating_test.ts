/** How a market is rated (docs/maps.md), against ratings computed by hand, and what holds for every list. */
import assert from "node:assert/strict";
import { formatShortMonth } from "../../../lib/domain/dates.ts";
import { demoMarkets } from "../../../db/seed/demo/markets.ts";
import { figureEntry, readFigure } from "../../../lib/domain/maps/market_figures.ts";
import type { FigureName } from "../../../lib/domain/maps/market_report.ts";
import type { MapOption, MapSettings } from "../../../lib/domain/lending/settings.ts";
import { colourChanges, countColours } from "../../../lib/domain/maps/colour_changes.ts";
import { COLOURS } from "../../../lib/domain/maps/market_colours.ts";
import { rateMarket, rowFor, stepsByMonth } from "../../../lib/domain/maps/market_rating.ts";
import {
  isMonth,
  isOutdated,
  monthsFrom,
  monthToEnter,
  reportAt,
  reportDate,
} from "../../../lib/domain/maps/market_report.ts";
import { defaultSetting, fillOf, withForcedPredict } from "../../../lib/domain/maps/region_setting.ts";
import { DEFAULT_MAP_SETTINGS } from "../../../lib/domain/settings/map_settings.ts";
import { NOTHING } from "../../support/market.ts";
import fc from "../../support/properties.ts";

const figures = (monthlyChange: number | null, listingToSellingPrice: number | null, days: number | null) => ({
  ...NOTHING,
  monthlyChange,
  listingToSellingPrice,
  averageDaysOnMarket: days,
});

/** Monthly change, LTS price, days; the rating by hand, its colour. Weights of the lists: 0.4, 0.3, 0.3. */
const BY_HAND: [number | null, number | null, number | null, number, string][] = [
  // 1 x 0.4 + 1 x 0.3 + 1 x 0.3
  [2, 102, 0, 1, "Teal"],
  // 2 x 0.4 + 2 x 0.3 + 4 x 0.3
  [0, 99, 35, 2.6, "Mint"],
  [1.9, 101.9, 49, 2.6, "Mint"],
  // 4 x 0.4 + 4 x 0.3 + 4 x 0.3
  [-1, 97, 35, 4, "Sand"],
  // 4 x 0.4 + 6 x 0.3 + 4 x 0.3
  [-0.4, 96.9, 43, 4.6, "Mauve"],
  // 8 x 0.4 + 8 x 0.3 + 8 x 0.3
  [-10, 93.9, 75, 8, "Plum"],
  // Below every row: the lowest one
  [-40, 99, 20, 4.4, "Mauve"],
  // Two figures: (2 x 0.4 + 1 x 0.3) / 0.7
  [0.5, null, 10, 11 / 7, "Teal"],
  // One figure: its score
  [null, null, 60, 6, "Plum"],
  [null, 98.9, null, 4, "Sand"],
];

Deno.test("a figure in its field has thousands separators, and reads back as the same figure", () => {
  for (const [name, value, text] of [["medianPrice", 973_000, "973,000"], ["monthlyChange", -0.95, "-0.95"]] as const) {
    assert.equal(figureEntry(value), text);
    assert.equal(readFigure(name, text), value);
  }
});

Deno.test("a market's rating equals that computed by hand, with the colour of its row", () => {
  for (const [change, price, days, rating, colour] of BY_HAND) {
    const found = rateMarket(figures(change, price, days), DEFAULT_MAP_SETTINGS);
    const what = [change, price, days].join(", ");
    assert.ok(found, what);
    assert.ok(Math.abs(found.rating - rating) < 1e-12, `${what}: ${found.rating}`);
    assert.equal(found.colour, colour, what);
    assert.equal(COLOURS[found.step - 1], colour);
    assert.equal(found.weight, DEFAULT_MAP_SETTINGS.final[found.step - 1].weight);
  }
  assert.equal(rateMarket(NOTHING, DEFAULT_MAP_SETTINGS), null, "no figure");
  const weightless = { ...DEFAULT_MAP_SETTINGS, duration: [{ value: 0, flag: "Red", score: 8, weight: 0 }] };
  assert.equal(rateMarket(figures(null, null, 30), weightless), null, "no weight");
});

Deno.test("a rating that is a row's value by hand has that row, whatever binary fractions make of it", () => {
  const one = (score: number, weight: number): MapOption[] => [{ value: -100, flag: "None", score, weight }];
  // 1 x 0.1 + 1 x 0.2 + 3 x 0.7
  const lists = { monthlyChange: one(1, 0.1), listingToSellingPrice: one(1, 0.2), duration: one(3, 0.7) };
  const { rating, colour } = rateMarket(figures(0, 99, 35), { ...DEFAULT_MAP_SETTINGS, ...lists })!;
  assert.ok(rating < 2.4 && rating > 2.399999, String(rating));
  assert.equal(colour, "Mint");
});

Deno.test("the parts say which row scored each figure", () => {
  const { parts } = rateMarket(figures(-0.4, 97.3, 43), DEFAULT_MAP_SETTINGS)!;
  assert.deepEqual(parts.map(({ list, figure, row }) => [list, figure, row.flag, row.score]), [
    ["monthlyChange", -0.4, "Yellow", 4],
    ["listingToSellingPrice", 97.3, "Yellow", 4],
    ["duration", 43, "Yellow", 4],
  ]);
});

const score = fc.integer({ min: 2, max: 16 }).map((halves) => halves / 2);
const weight = fc.integer({ min: 1, max: 100 }).map((hundredths) => hundredths / 100);
const list = fc.record({
  values: fc.uniqueArray(fc.integer({ min: -100, max: 200 }), { minLength: 1, maxLength: 8 }),
  scores: fc.array(score, { minLength: 8, maxLength: 8 }),
  weight,
});
/**
 * Rows whose scores rise with their values (or fall), and one weight, so that the order of figures is that of scores.
 */
const rows = (falling: boolean) =>
  list.map(({ values, scores, weight }): MapOption[] => {
    const sorted = scores.toSorted((a, b) => falling ? b - a : a - b);
    return values.toSorted((a, b) => a - b).map((value, i) => ({ value, flag: "None", score: sorted[i], weight }));
  });
const settings = fc.record({
  monthlyChange: rows(true),
  listingToSellingPrice: rows(true),
  duration: rows(false),
  final: fc.constant(DEFAULT_MAP_SETTINGS.final),
}) as fc.Arbitrary<MapSettings>;
const figure = fc.option(fc.double({ min: -150, max: 250, noNaN: true }));

Deno.test("a rating lies within the scores of its lists, whatever the order of the rows", () => {
  fc.assert(fc.property(settings, figure, figure, figure, (lists, change, price, days) => {
    const market = figures(change, price, days);
    const found = rateMarket(market, lists);
    if (!found) return assert.ok([change, price, days].every((one) => one === null));
    const scores = found.parts.flatMap(({ list }) => lists[list].map((row) => row.score));
    assert.ok(found.rating >= Math.min(...scores) - 1e-9 && found.rating <= Math.max(...scores) + 1e-9);
    const backwards = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.toReversed()]));
    assert.equal(rateMarket(market, backwards as unknown as MapSettings)?.rating, found.rating);
  }));
});

Deno.test("monotone lists give monotone ratings: a better figure never rates worse", () => {
  const value = fc.double({ min: -150, max: 250, noNaN: true });
  fc.assert(fc.property(settings, value, value, figure, figure, (lists, one, other, price, days) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const of = (change: number) => rateMarket(figures(change, price, days), lists)!;
    assert.ok(of(high).rating <= of(low).rating + 1e-9);
    assert.ok(of(high).step <= of(low).step);
  }));
});

Deno.test("the row of a figure is the highest not above it", () => {
  const three = [{ value: 10 }, { value: -5 }, { value: 0 }];
  const cases: [number, number][] = [[-6, -5], [-5, -5], [-0.1, -5], [0, 0], [9.99, 0], [10, 10], [1e9, 10]];
  for (const [figure, value] of cases) assert.equal(rowFor(three, figure)?.value, value, String(figure));
  assert.equal(rowFor([], 3), undefined);
});

const report = (month: string, days: number | null) => ({
  ...NOTHING,
  month,
  date: `${month}-28`,
  averageDaysOnMarket: days,
});

Deno.test("a region has the colour of its newest report by each month", () => {
  const reports = [report("2026-02", 10), report("2026-04", 80), report("2026-05", null)];
  const months = monthsFrom("2026-01", "2026-06");
  assert.deepEqual(months, ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"]);
  assert.equal(stepsByMonth(reports, months, DEFAULT_MAP_SETTINGS), "011500");
  assert.equal(reportAt(reports, "2026-03")?.month, "2026-02");
  assert.equal(reportAt(reports, "2026-01"), undefined);
});

Deno.test("a region is outdated when its newest report is more than 6 months old (loans specification 4.9)", () => {
  const cases: [string | null, boolean][] = [
    [null, false],
    ["2026-11-22", false],
    ["2026-05-22", false],
    ["2026-05-21", true],
    ["2025-11-30", true],
  ];
  for (const [updated, old] of cases) assert.equal(isOutdated(updated, "2026-11-22"), old, String(updated));
});

Deno.test("a report without a day is of its month's last one, or of today in this month", () => {
  assert.equal(reportDate("2026-02", "2026-11-22"), "2026-02-28");
  assert.equal(reportDate("2026-12", "2026-11-22"), "2026-12-31");
  assert.equal(reportDate("2026-11", "2026-11-22"), "2026-11-22");
  assert.equal(formatShortMonth("2026-11"), "Nov 2026");
  assert.deepEqual(["2026-11", "2026-13", "2026-1", "26-11", ""].map(isMonth), [true, false, false, false, false]);
  assert.deepEqual(monthsFrom("2026-02", "2026-01"), []);
});

Deno.test("a region is filled by its rating, by its own colour, or not at all", () => {
  const rating = rateMarket(figures(-10, 90, 80), DEFAULT_MAP_SETTINGS)!;
  const setting = defaultSetting("Toronto");
  assert.deepEqual(fillOf(setting, rating), { step: 5, weight: 0.62 });
  assert.deepEqual(fillOf(setting, null), { step: 0, weight: 0 });
  const own = { ...setting, predict: false, fillColor: "Mint" as const, colorWeight: 0.27 };
  assert.deepEqual(fillOf(own, rating), { step: 2, weight: 0.27 });
  assert.deepEqual(fillOf({ ...own, enabled: false }, rating), { step: 0, weight: 0 });
  assert.equal(withForcedPredict(setting, true).predict, true);
  assert.deepEqual(withForcedPredict(setting, false), { ...setting, predict: false });
});

Deno.test("an edited threshold names the regions that change colour, and counts each colour", () => {
  const regions = [
    { name: "Toronto", report: figures(-0.4, 97.3, 43) },
    { name: "Ottawa", report: figures(1, 100, 25) },
    { name: "Guelph", report: figures(0, 99, 35) },
  ];
  const stricter = {
    ...DEFAULT_MAP_SETTINGS,
    duration: DEFAULT_MAP_SETTINGS.duration.map((row) => row.value === 35 ? { ...row, score: 8 } : row),
  };
  assert.deepEqual(colourChanges(regions, DEFAULT_MAP_SETTINGS, DEFAULT_MAP_SETTINGS), []);
  const changes = colourChanges(regions, DEFAULT_MAP_SETTINGS, stricter);
  // 4 x 0.4 + 4 x 0.3 + 8 x 0.3 = 5.2, and 2 x 0.4 + 2 x 0.3 + 8 x 0.3 = 3.8
  assert.deepEqual(changes.map(({ name, before, after }) => [name, before?.colour, after?.colour]), [
    ["Toronto", "Sand", "Mauve"],
    ["Guelph", "Mint", "Sand"],
  ]);
  assert.deepEqual(countColours(regions, DEFAULT_MAP_SETTINGS).map(({ count }) => count), [1, 1, 1, 0, 0]);
  assert.deepEqual(countColours(regions, stricter).map(({ count }) => count), [1, 0, 1, 1, 0]);
});

const ENTRIES: [name: FigureName, entry: string, value: number | null | string][] = [
  ["monthlyChange", "0.4", 0.4],
  ["monthlyChange", "0,4", 0.4],
  ["monthlyChange", "\u22120,25 %", -0.25],
  ["monthlyChange", ",5", 0.5],
  ["listingToSellingPrice", "98,5%", 98.5],
  ["averageDaysOnMarket", "31,5 days", 31.5],
  ["newListings", "1,847", 1847],
  ["medianPrice", "$1,250,000", 1_250_000],
  ["medianPrice", "1,250,000.00", 1_250_000],
  ["medianPrice", "310 000", 310_000],
  ["medianPrice", "958.000,00", "Median price: enter a number"],
  ["medianPrice", "958.000", "Median price: write it without a point"],
  ["medianPrice", "$1.250.000", "Median price: write it without a point"],
  ["newListings", "2.000", "New listings: write it without a point"],
  ["averageDaysOnMarket", "1.000", "Average days on market: write it without a point"],
  ["averageDaysOnMarket", "43.125", 43.125],
  ["monthlyChange", "1.250", 1.25],
  ["medianPrice", "12,34,567", "Median price: enter a number"],
  ["newListings", "40,5", "New listings: enter a whole number"],
  ["monthlyChange", "0,4,1", "Monthly change: enter a number"],
  ["monthlyChange", "1,234", "Monthly change goes from \u2212100% to 100%"],
  ["monthlyChange", " \u2013 ", null],
];

Deno.test("a figure is read with a decimal comma or with thousands separators, never as ten times its value", () => {
  for (const [name, entry, value] of ENTRIES) {
    const read = readFigure(name, entry);
    assert.deepEqual(typeof read === "object" && read ? read.problem : read, value, `${name} ${entry}`);
  }
});

Deno.test("the report to be entered is of the newest month without one, since the first", () => {
  const entered = (...months: string[]) => monthToEnter(months.map((month) => ({ month })), "2026-11-29");
  assert.equal(entered(), "2026-11");
  assert.equal(entered("2026-08", "2026-09", "2026-10"), "2026-11");
  assert.equal(entered("2026-08", "2026-10", "2026-11"), "2026-09");
  assert.equal(entered("2026-10", "2026-11"), "2026-11", "none is missing: this month's is changed");
});

Deno.test("the demo's median prices change by the monthly change beside them", () => {
  const reports = demoMarkets("2026-11-20");
  for (const [i, { region, month, medianPrice, monthlyChange }] of reports.entries()) {
    const before = reports[i - 1];
    if (before?.region !== region) continue;
    const change = (medianPrice! / before.medianPrice! - 1) * 100;
    // Prices are rounded to 500.
    assert.ok(Math.abs(change - monthlyChange!) < 0.25, `${region}, ${month}: ${change} and ${monthlyChange}`);
  }
});
