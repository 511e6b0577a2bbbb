/** Areas from a GeoJSON: what is refused, with which words, and what simplifying keeps. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { AreaProblem, readAreas } from "../../../lib/domain/maps/area_import.ts";
import { AREA_POINTS_MAX } from "../../../lib/domain/maps/area_limits.ts";
import type { Position, Ring } from "../../../lib/domain/maps/projection.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";
import { selfCrossing } from "../../../lib/domain/maps/ring_crossing.ts";
import { simplifyRing } from "../../../lib/domain/maps/simplify.ts";

const SQUARE: Ring = [[-79.5, 43.5], [-79.3, 43.5], [-79.3, 43.8], [-79.5, 43.8], [-79.5, 43.5]];
/** Its second and fourth sides cross at longitude -79.4, latitude 43.65. */
const BOW: Ring = [[-79.5, 43.5], [-79.3, 43.8], [-79.3, 43.5], [-79.5, 43.8], [-79.5, 43.5]];

const feature = (name: unknown, geometry: unknown) => ({ type: "Feature", properties: { name }, geometry });
const polygon = (...rings: unknown[]) => ({ type: "Polygon", coordinates: rings });
const collection = (...features: unknown[]) => JSON.stringify({ type: "FeatureCollection", features });
const toronto = (geometry: unknown) => collection(feature("City of Toronto", geometry));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const REFUSED: [what: string, text: string, sentence: RegExp][] = [
  ["no JSON", "areas", /not valid JSON/],
  ["cut off", toronto(polygon(SQUARE)).slice(0, -3), /not valid JSON/],
  ["a bare geometry", JSON.stringify(polygon(SQUARE)), /not a GeoJSON FeatureCollection/],
  ["null", "null", /not a GeoJSON FeatureCollection/],
  ["a list", "[]", /not a GeoJSON FeatureCollection/],
  ["nothing in it", collection(), /None of the areas/],
  ["no name", collection(feature(undefined, polygon(SQUARE))), /Area 1 has no name/],
  ["a name that is none", collection(feature(7, polygon(SQUARE))), /Area 1 has no name/],
  ["no feature", collection(null), /Area 1 has no name/],
  ["a nested collection", collection(JSON.parse(toronto(polygon(SQUARE)))), /Area 1 has no name/],
  ["places we do not know", collection(feature("Paris", polygon(SQUARE))), /None of the areas/],
  ["a point", toronto({ type: "Point", coordinates: [-79, 43] }), /City of Toronto is a Point\. Use Polygon/],
  ["a collection of geometries", toronto({ type: "GeometryCollection", geometries: [] }), /is a GeometryCollection/],
  ["no geometry", toronto(null), /is empty/],
  ["no polygons", toronto({ type: "MultiPolygon", coordinates: [] }), /is empty/],
  ["no rings", toronto(polygon()), /is empty/],
  ["a triangle that is none", toronto(polygon([[-79, 43], [-79, 44], [-79, 43]])), /fewer than four points/],
  ["NaN", toronto(polygon(SQUARE)).replace("-79.3", "NaN"), /not valid JSON/],
  ["null as a number", toronto(polygon([[null, 43], ...SQUARE])), /no pair of numbers/],
  ["words", toronto(polygon([["-79", "43"], ...SQUARE])), /no pair of numbers/],
  ["more than a number holds", toronto(polygon(SQUARE)).replace("-79.3", "-1e999"), /no pair of numbers/],
  ["metres", toronto(polygon([[512000, 4800000], ...SQUARE])), /outside of Ontario's map, at 512000, 4800000/],
  ["open", toronto(polygon(SQUARE.slice(0, -1))), /not closed near longitude -79\.5000, latitude 43\.8000/],
  ["crossing itself", toronto(polygon(BOW)), /crosses itself at longitude -79\.4000, latitude 43\.6500/],
  [
    "crossing itself in a corner that it comes through twice",
    toronto(polygon([[-80, 44], [-79, 43], [-78, 42], [-78, 44], [-79, 43], [-80, 42], [-80, 44]])),
    /crosses itself at longitude -79\.0000, latitude 43\.0000/,
  ],
  [
    "crossing a side in a corner of its own",
    toronto(polygon([[-80, 43], [-78, 43], [-78, 44], [-79, 43], [-79.5, 42], [-80, 43]])),
    /crosses itself at longitude -79\.0000, latitude 43\.0000/,
  ],
  [
    "metres that were divided",
    toronto(polygon([[-79, 43], [-79, 43.0001], [-79.0001, 43.0001], [-79.0001, 43], [-79, 43]])),
    /narrower than 30 metres/,
  ],
  ["millions of objects", `{"x":[${"{},".repeat(4_000_000)}{}]}`, /too many properties/],
  ["hundreds of thousands of properties", `{${'"a":1,'.repeat(300_000)}"b":1}`, /too many properties/],
  ["deep nesting", `{"type":"FeatureCollection","features":[{"x":${nested(50)}}]}`, /nested too deeply/],
  ["a million brackets", `{"x":[${"[],".repeat(AREA_POINTS_MAX * 2)}[]]}`, /more than 500,000 points/],
  ["a hundred thousand levels", nested(100_000), /nested too deeply/],
];

for (const [what, text, sentence] of REFUSED) {
  Deno.test(`areas are refused with a sentence: ${what}`, () => {
    assert.throws(() => readAreas(text), (error: Error) => {
      assert.ok(error instanceof AreaProblem, String(error));
      assert.match(error.message, sentence);
      return true;
    });
  });
}

Deno.test("areas are matched to regions by name; parts of one are merged, other places left out", () => {
  const island: Ring = SQUARE.map(([x, y]) => [x + 1, y]);
  const { features, leftOut, points } = readAreas(collection(
    feature("TORONTO", polygon(SQUARE)),
    feature("Scarborough", { type: "MultiPolygon", coordinates: [[island]] }),
    feature("Township of Nowhere", polygon(SQUARE)),
  ));
  assert.deepEqual(features.map(({ properties }) => properties.name), ["Toronto"]);
  assert.deepEqual(features[0].geometry, { type: "MultiPolygon", coordinates: [[SQUARE], [island]] });
  assert.deepEqual(leftOut, ["Township of Nowhere"]);
  assert.equal(points, 10);
});

/** A round area with this many points. */
const round = (points: number, radius = 0.3): Ring => {
  const ring = Array.from({ length: points }, (_, i): Position => {
    const angle = 2 * Math.PI * i / points;
    return [-80 + radius * Math.cos(angle), 44 + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]];
};

Deno.test("a hundred thousand points are simplified to what a map needs, and stay in place", () => {
  const { features, points, keptPoints } = readAreas(toronto(polygon(round(100_000))));
  assert.equal(points, 100_001);
  assert.ok(keptPoints < 500, String(keptPoints));
  for (const [x, y] of features[0].geometry.coordinates[0][0]) {
    assert.ok(Math.abs(Math.hypot(x + 80, y - 44) - 0.3) < 0.001);
  }
});

Deno.test("an outline that touches itself in a corner crosses nothing", () => {
  const pinched: Ring = [[-80, 44], [-79, 43], [-78, 44], [-78, 42], [-79, 43], [-80, 42], [-80, 44]];
  assert.equal(selfCrossing(pinched), null);
  const touching: Ring = [[-80, 43], [-78, 43], [-78, 45], [-79, 43], [-80, 45], [-80, 43]];
  assert.equal(selfCrossing(touching), null);
  assert.equal(selfCrossing([SQUARE[0], SQUARE[0], ...SQUARE.slice(1)]), null, "a point twice in a row");
});

/** A long narrow area whose upper side has this form; its lower side is straight. */
const strip = (points: number, height: (i: number) => number, south = 44): Ring => {
  const upper = Array.from({ length: points }, (_, i): Position => [-80 + 4 * i / points, south + height(i)]);
  return [...upper, [-76, south - 0.0001], [-80, south - 0.0001], upper[0]];
};

Deno.test("a region that vanishes as others are simplified stays; an import that stays too detailed is refused", () => {
  // 8,000 islands of a kilometre: 40,000 points until the tolerance leaves them out, and with them the strip's height.
  const islands: Ring[][] = Array.from({ length: 8000 }, (_, i) => {
    const [x, y] = [-90 + i % 100 / 20, 45 + Math.floor(i / 100) / 20];
    return [[[x, y], [x + 0.01, y], [x + 0.01, y + 0.01], [x, y + 0.01], [x, y]]];
  });
  // A small round one has more points than a large square one, which is what is left of the region.
  const around = Array.from({ length: 9 }, (_, i): Position => {
    const angle = i % 8 * Math.PI / 4;
    return [-84 + 0.003 * Math.cos(angle), 46 + 0.003 * Math.sin(angle)];
  });
  islands.push([around]);
  const bow = strip(35_000, (i) => 0.004 * Math.sin(Math.PI * i / 35_000));
  const { features, keptPoints } = readAreas(collection(
    feature("Toronto", polygon(bow)),
    feature("Ottawa", { type: "MultiPolygon", coordinates: islands }),
  ));
  assert.deepEqual(features.map(({ geometry }) => geometry.coordinates.length), [1, 1]);
  assert.ok(keptPoints < 50, String(keptPoints));
  const left = features[1].geometry.coordinates as Ring[][];
  assert.equal(left[0][0].length, 5, "a square");

  const comb = (region: string, south: number) =>
    feature(region, polygon(strip(5000, (i) => i % 2 ? 0.001 + i * 7919 % 1000 / 1e7 : 0, south)));
  const combs = REGIONS.slice(0, 20).map(({ name }, i) => comb(name, 44 + i / 10));
  assert.throws(() => readAreas(collection(...combs)), /too detailed for a map/);
});

const angles = fc.uniqueArray(fc.integer({ min: 0, max: 3599 }), { minLength: 5, maxLength: 80 });

Deno.test("property: a star around its middle never crosses itself", () =>
  fc.assert(
    fc.property(angles, fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 84 }), (list, far) => {
      const star = [...new Set([...list, 450, 1350, 2250, 3150])].toSorted((a, b) => a - b).map(
        (tenth, i): Position => {
          const angle = tenth * Math.PI / 1800;
          return [-80 + far[i] * Math.cos(angle), 46 + far[i] * Math.sin(angle)];
        },
      );
      assert.equal(selfCrossing([...star, star[0]]), null);
    }),
  ));

Deno.test("simplifying keeps the ring closed, its points a part of the ring", () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: -90, max: -76, noNaN: true }), fc.double({ min: 42, max: 56, noNaN: true })), {
        minLength: 4,
        maxLength: 60,
      }),
      fc.double({ min: 0.0001, max: 2, noNaN: true }),
      (points, tolerance) => {
        const ring: Ring = [...points, points[0]];
        const kept = simplifyRing(ring, tolerance);
        assert.deepEqual(kept[0], kept.at(-1));
        let at = -1;
        for (const point of kept) {
          at = ring.indexOf(point, at + 1);
          assert.ok(at >= 0, "in the ring's order");
        }
      },
    ),
  ));
