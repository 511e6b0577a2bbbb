/** The map of loans: extents, first view, classes of money, looks of regions, distances. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { placeLooks } from "../../../islands/maps/area_looks.ts";
import { exposureClass, exposureLimits } from "../../../lib/domain/maps/exposure.ts";
import {
  cellOf,
  cellsExtent,
  cellSize,
  type Extent,
  extentOfMost,
  extentText,
  gridZoom,
  ONTARIO,
  parseExtent,
  widened,
} from "../../../lib/domain/maps/extent.ts";
import { inMapOrder } from "../../../lib/client/maps/export_map_loans.ts";
import {
  distanceText,
  type LoanPin,
  type MapLoan,
  packPins,
  PINS_MAX,
  unpackPins,
} from "../../../lib/domain/maps/loan_spots.ts";
import { packNumbers } from "../../../lib/domain/maps/packed_numbers.ts";
import { kilometresBetween } from "../../../lib/domain/places/place.ts";
import { lookInMonth, type RegionMarket } from "../../../lib/domain/maps/region_look.ts";
import {
  filterSearch,
  hasMapFilter,
  loanMapQuery,
  type MapOrder,
  NO_FILTER,
} from "../../../lib/schemas/maps/loan_map.ts";
import { chance } from "../../support/chance.ts";

Deno.test("an extent is four degrees that form a rectangle; anything else is none", () => {
  assert.deepEqual(parseExtent("-80.5,43,-79,44.25"), [-80.5, 43, -79, 44.25]);
  for (
    const text of [
      "",
      "1,2,3",
      "1,2,3,4,5",
      "-79,43,-80,44",
      "-80,44,-79,43",
      "-80,43,-80,44",
      "NaN,43,-79,44",
      "-80,43,-79,Infinity",
      "-80,43,-79,1e1",
      "-80, 43,-79,44",
      "-181,43,-79,44",
      "-80,-86,-79,44",
      "-80,43,-79,86",
    ]
  ) assert.equal(parseExtent(text), null, text);
});

Deno.test("an extent's text reads back as the extent, to about ten metres", () => {
  fc.assert(fc.property(
    fc.double({ min: -179, max: 170, noNaN: true }),
    fc.double({ min: -80, max: 70, noNaN: true }),
    fc.double({ min: 0.01, max: 9, noNaN: true }),
    (west, south, size) => {
      const read = parseExtent(extentText([west, south, west + size, south + size]));
      assert.ok(read);
      [west, south, west + size, south + size].forEach((side, i) => assert.ok(Math.abs(read[i] - side) < 0.0001));
    },
  ));
});

Deno.test("a widened extent holds the extent and stays on the earth", () => {
  const extent: Extent = [-179.9, -84, -79, 84];
  assert.deepEqual(widened(extent, 0.25), [-180, -85, -79 + 0.25 * 100.9, 85]);
});

Deno.test("a grid's cell is 40 pixels wide at its zoom, and the same for every view", () => {
  // At zoom 8 the earth is 65,536 pixels around: 40 of them are 0.2197 degrees.
  assert.equal(cellSize(8).longitude.toFixed(4), "0.2197");
  assert.deepEqual(cellSize(8.4), cellSize(8));
  assert.equal(cellSize(9).longitude * 2, cellSize(8).longitude);
});

Deno.test("a view is counted at its own zoom, unless no screen of 4096 pixels could show so much at it", () => {
  // At zoom 11 the earth is 524,288 pixels around: 1.8 degrees are 2,621 of them.
  assert.equal(gridZoom([-80.4, 43, -78.6, 44.2], 11.4), 11);
  assert.equal(gridZoom([-80.4, 43, -78.6, 44.2], 22), 11);
  // All of Ontario, 21.5 degrees: 4096 pixels at zoom 8.07.
  assert.equal(gridZoom(ONTARIO, 22), 8);
  assert.equal(gridZoom([-80, -85, -79.99, 85], 22), 4);
  assert.equal(gridZoom(ONTARIO, 0), 0);
});

Deno.test("a cell holds its places and whole cells of the zooms above", () => {
  const inOntario = fc.tuple(
    fc.double({ min: -95, max: -74, noNaN: true }),
    fc.double({ min: 42, max: 56, noNaN: true }),
  );
  fc.assert(fc.property(inOntario, fc.integer({ min: 0, max: 21 }), ([longitude, latitude], zoom) => {
    const cell = cellOf(longitude, latitude, zoom), [west, south, east, north] = cellsExtent(cell, cell, zoom);
    assert.ok(west <= longitude && longitude < east && south <= latitude && latitude < north);
    assert.deepEqual(cellOf(longitude, latitude, zoom + 1).map((at) => at >> 1), cell);
  }));
});

Deno.test("loans packed as columns unpack to the same loans, to a metre", () => {
  const pin = fc.tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: -9_500_000, max: -7_400_000 }).map((parts) => parts / 100_000),
    fc.integer({ min: 4_150_000, max: 5_700_000 }).map((parts) => parts / 100_000),
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 5_000_000 }),
  );
  fc.assert(fc.property(fc.uniqueArray(pin, { selector: ([id]) => id }), (pins) => {
    const inOrder = pins.toSorted(([a], [b]) => a - b);
    assert.deepEqual(unpackPins(JSON.parse(JSON.stringify(packPins(pins)))), inOrder);
  }));
  assert.deepEqual(packPins([[7, -79.387124, 43.653214, 2, 5], [9, -79.38711, 43.65321, 0, 6]]), {
    ids: packNumbers([7, 2]),
    longitudes: packNumbers([-7938712, 1]),
    latitudes: packNumbers([4365321, 0]),
    bands: "20",
    amounts: packNumbers([5, 6]),
  });
});

Deno.test("five thousand pins take less than 60 kB as they are sent", () => {
  const next = chance(20261122), digits = (value: number) => Number(value.toFixed(5));
  const pins = Array.from({ length: PINS_MAX }, (_, i): LoanPin => [
    1 + i * 2,
    digits(-83 + next() * 8),
    digits(42 + next() * 4),
    Math.floor(next() * 3),
    Math.round(next() * 900) * 1000,
  ]);
  const sent = (value: unknown) => gzipSync(JSON.stringify(value), { level: 6 }).length;
  const bytes = sent(packPins(pins));
  assert.ok(bytes < 60_000, `${bytes} bytes`);
  assert.ok(bytes < sent(pins) * 0.8, `${bytes} bytes, ${sent(pins)} as rows`);
});

Deno.test("exported loans are in the table's order, of equal ones the newest first", () => {
  const loan = (id: number, amount: number, score: number) => ({ id, amount, score }) as MapLoan;
  const loans = [loan(9, 5, 1), loan(7, 8, 2), loan(5, 8, 1)];
  const ids = (order: MapOrder) => inMapOrder(loans, order).map(({ id }) => id);
  assert.deepEqual([ids("amount"), ids("score"), ids("new")], [[7, 5, 9], [7, 9, 5], [9, 7, 5]]);
});

Deno.test("the first view leaves out the loan in Kenora, not the crowd around Toronto", () => {
  const clusters = [
    { longitude: -79.4, latitude: 43.7, loans: 60 },
    { longitude: -79.9, latitude: 43.2, loans: 30 },
    { longitude: -80.5, latitude: 43.5, loans: 9 },
    { longitude: -94.5, latitude: 49.8, loans: 1 },
  ];
  assert.deepEqual(extentOfMost(clusters, 0.86), [-80.5, 43.2, -79.4, 43.7]);
  assert.deepEqual(extentOfMost(clusters, 1), [-94.5, 43.2, -79.4, 49.8]);
  assert.equal(extentOfMost([], 0.86), null);
});

Deno.test("classes of money have rising round limits, and hold more money the higher they are", () => {
  assert.deepEqual(exposureLimits([]), []);
  assert.deepEqual(exposureLimits([0, 0]), []);
  // Of ten regions, the fourth, sixth, eighth and tenth by money begin a class, at $50k or $250k steps.
  const amounts = [100, 210, 330, 420, 480, 610, 790, 1_320, 2_480, 6_100].map((thousands) => thousands * 1000);
  assert.deepEqual(exposureLimits(amounts), [400_000, 600_000, 1_250_000, 6_000_000]);
  assert.deepEqual([0, 1, 400_000, 599_999, 6_000_000].map((n) => exposureClass(n, exposureLimits(amounts))), [
    0,
    1,
    2,
    2,
    5,
  ]);
  // $1,490,000 is nearest to $1.5M, which would leave that class without a region.
  assert.deepEqual(exposureLimits([90, 210, 330, 1_490].map((thousands) => thousands * 1000)), [
    200_000,
    350_000,
    1_250_000,
  ]);
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 90_000_000 })), fc.nat(), fc.nat(), (list, a, b) => {
    const limits = exposureLimits(list);
    assert.deepEqual(limits, [...limits].sort((x, y) => x - y));
    assert.ok(limits.length <= 4);
    const most = Math.max(0, ...list);
    assert.equal(exposureClass(most, limits), most === 0 ? 0 : limits.length + 1, "the last class holds the largest");
    const [less, more] = [Math.min(a, b), Math.max(a, b)];
    assert.ok(exposureClass(less, limits) <= exposureClass(more, limits));
  }));
});

const MARKET: RegionMarket = {
  name: "Hamilton",
  steps: "0123333333",
  reported: 3,
  step: 3,
  rating: 3.5,
  word: "Even",
  line: "Balanced market, 35 days, Apr 2026",
  outdated: false,
  off: false,
  own: null,
};

Deno.test("a region has the colour of its market in the month, hatched once the report is more than 6 months old", () => {
  assert.deepEqual(lookInMonth(MARKET, 0), { step: 0, weight: null, hatched: false });
  assert.deepEqual(lookInMonth(MARKET, 2), { step: 2, weight: null, hatched: false });
  assert.deepEqual(lookInMonth(MARKET, 9), { step: 3, weight: null, hatched: false });
  assert.deepEqual(lookInMonth({ ...MARKET, reported: 2 }, 9), { step: 3, weight: null, hatched: true });
  const unrated = { ...MARKET, steps: "0000000000", reported: 2 };
  assert.deepEqual(lookInMonth(unrated, 9), { step: 0, weight: null, hatched: true }, "without a figure that counts");
});

Deno.test("a report becomes outdated on the map on the day on which its region says so", () => {
  const outdated = { ...MARKET, outdated: true };
  assert.deepEqual(lookInMonth(outdated, 9), { step: 3, weight: null, hatched: true });
  assert.deepEqual(lookInMonth(outdated, 8), { step: 3, weight: null, hatched: false }, "not in the months before");
  assert.equal(lookInMonth({ ...outdated, off: true }, 9).hatched, false);
});

Deno.test("a region switched off has its outline alone, one with predict off its own colour", () => {
  assert.deepEqual(lookInMonth({ ...MARKET, off: true }, 9), { step: null, weight: null, hatched: false });
  const own = { step: 5, weight: 0.3 };
  assert.deepEqual(lookInMonth({ ...MARKET, own }, 0), { ...own, hatched: false });
  assert.deepEqual(lookInMonth({ ...MARKET, reported: -9, own }, 9), { ...own, hatched: true });
  assert.deepEqual(lookInMonth({ ...MARKET, steps: "0000000000", reported: null }, 9).step, 0);
});

Deno.test("a loan's map draws its region as the map of loans does, with a strong outline, and the others pale", () => {
  const weights = [0.55, 0.1, 0.2, 0.3, 0.4, 0.5];
  const colours = { market: ["none", "one", "two", "three", "four", "five"] } as unknown as Parameters<
    typeof placeLooks
  >[1];
  const look = (market: RegionMarket | null) => placeLooks({ region: "Hamilton", market, weights }, colours);
  assert.deepEqual(look(MARKET)("Hamilton"), { fill: "three", alpha: 0.3, hatched: false, strong: true });
  assert.deepEqual(look(MARKET)("Ottawa"), { fill: "none", alpha: 0.35 });
  assert.deepEqual(look({ ...MARKET, reported: 2 })("Hamilton"), {
    fill: "three",
    alpha: 0.3,
    hatched: true,
    strong: true,
  });
  assert.deepEqual(look({ ...MARKET, off: true })("Hamilton"), { strong: true }, "outline only");
  assert.deepEqual(look(null)("Hamilton"), { fill: "none", alpha: 0.55, strong: true });
});

Deno.test("distances are those of a sphere, in words of metres and kilometres", () => {
  const hamilton = { latitude: 43.2557, longitude: -79.8711 }, toronto = { latitude: 43.6532, longitude: -79.3832 };
  // 59.2 km: half a degree of latitude is 44.2 km, of longitude at 43.5 degrees 39.4 km.
  assert.equal(kilometresBetween(hamilton, toronto).toFixed(0), "59");
  assert.equal(kilometresBetween(toronto, toronto), 0);
  for (
    const [kilometres, text] of [[0, "0 m"], [0.02, "0 m"], [0.34, "350 m"], [0.97, "950 m"], [0.98, "1.0 km"], [
      12.34,
      "12.3 km",
    ]] as const
  ) {
    assert.equal(distanceText(kilometres), text);
  }
});

Deno.test("filters live in the address and in the calls; what is unknown is the default", () => {
  const query = loanMapQuery.parse({ status: "Funded", region: "Hamilton", box: "-80,43,-79,44", size: "9", by: "x" });
  assert.equal(loanMapQuery.text(query), "status=Funded&region=Hamilton&box=-80%2C43%2C-79%2C44");
  assert.equal(filterSearch(query).toString(), "status=Funded&region=Hamilton&box=-80%2C43%2C-79%2C44");
  assert.equal(hasMapFilter(query), true);
  assert.equal(hasMapFilter({ ...query, ...NO_FILTER }), false);
  assert.equal(loanMapQuery.parse({ box: "1;drop table loans" }).box, "");
});
