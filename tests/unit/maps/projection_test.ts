/** Drawings of areas: projection, cut, paths and names. */
import assert from "node:assert/strict";
import { fittingLabels, withoutCut } from "../../../lib/domain/maps/labels.ts";
import { frameAround, pathOf, type Position } from "../../../lib/domain/maps/projection.ts";
import fc from "../../support/properties.ts";

/** A square degree at the equator, where Mercator keeps degrees to a ten thousandth. */
const DEGREE: Position[] = [[0, 0], [1, 0], [1, 1], [0, 1]];
const frame = frameAround(DEGREE, 100, 100);

Deno.test("a frame holds its positions, north above", () => {
  assert.deepEqual([frame.x(0), frame.x(1)].map(Math.round), [0, 100]);
  assert.deepEqual([frame.y(1), frame.y(0)].map(Math.round), [0, 100]);
  const airy = frameAround(DEGREE, 100, 100, 2);
  assert.deepEqual([airy.x(0), airy.x(1), airy.y(1)].map(Math.round), [25, 75, 25]);
  const wide = frameAround(DEGREE, 200, 100);
  assert.deepEqual([wide.x(0), wide.x(1), wide.y(1)].map(Math.round), [50, 150, 0]);
});

Deno.test("Mercator's projection stretches the north: at 60 degrees twice", () => {
  const tall = frameAround([[0, 0], [0, 61]], 100, 1000);
  const near = tall.y(0) - tall.y(1), far = tall.y(60) - tall.y(61);
  assert.ok(Math.abs(far / near - 2) < 0.05, `${far / near}`);
});

Deno.test("a path is in whole units, each point relative to the one before", () => {
  assert.equal(pathOf([[[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]], frame), "M10 90l80 0 0-80-80 0z");
});

Deno.test("indistinguishable points, and shapes without an area, are left out", () => {
  const dense: Position[] = [[0.1, 0.1], [0.105, 0.1], [0.9, 0.1], [0.9, 0.9]];
  assert.equal(pathOf([dense], frame), "M10 90l80 0 0-80z");
  assert.equal(pathOf([[[0.1, 0.1], [0.101, 0.1], [0.1, 0.101]]], frame), "");
  assert.equal(pathOf([], frame), "");
});

Deno.test("shapes outside the frame are cut a little beyond its edge, or dropped", () => {
  assert.equal(pathOf([[[-5, 0.5], [5, 0.5], [5, -5], [-5, -5]]], frame), "M-8 108l0-58 116 0 0 58z");
  assert.equal(pathOf([[[5, 5], [6, 5], [6, 6]]], frame), "");
});

Deno.test("property: every path stays within its frame and margin, whatever the ring", () => {
  const position = fc.tuple(fc.double({ min: -3, max: 4, noNaN: true }), fc.double({ min: -3, max: 4, noNaN: true }));
  fc.assert(fc.property(fc.array(position, { maxLength: 12 }), (ring) => {
    const path = pathOf([ring], frame);
    assert.match(path, /^(M-?\d+[ -]\d+l[\d -]+z)?$/);
    let [x, y] = [0, 0];
    const numbers = (path.match(/-?\d+/g) ?? []).map(Number);
    for (let i = 0; i < numbers.length; i += 2) {
      [x, y] = [x + numbers[i], y + numbers[i + 1]];
      assert.ok(x >= -8 && x <= 108 && y >= -8 && y <= 108, `${x} ${y} in ${path}`);
    }
  }));
});

Deno.test("labels are placed where there is room: first come first, none over another or beyond the edge", () => {
  const at = (name: string, longitude: number, latitude: number) => ({ name, longitude, latitude });
  const places = [at("Large", 0.5, 0.5), at("Near", 0.5, 0.52), at("Above", 0.5, 0.8), at("Edge", 0.99, 0.2)];
  assert.deepEqual(fittingLabels(places, frame, 10).map(({ name, x, y }) => [name, x, y]), [
    ["Large", 50, 50],
    ["Above", 50, 20],
  ]);
  assert.deepEqual(fittingLabels(places, frame, 10, 1).map(({ name }) => name), ["Large"]);
  const first = { name: "Asked for", x: 50, y: 52 };
  assert.deepEqual(fittingLabels(places, frame, 10, 40, first).map(({ name }) => name), ["Asked for", "Above"]);
});

Deno.test("a name is for wide screens alone where the edge of a phone's part would cut it", () => {
  const marked = (x: number, third: 0 | 1 | 2) =>
    withoutCut([{ name: "Name", x, y: 50 }], 10, third, 200, [100, 120])[0].wideOnly === true;
  // The middle shows 50 to 150 at least, 40 to 160 at most; the name is 13 wide to either side.
  assert.deepEqual([20, 30, 60, 70, 130, 140, 170, 180].map((x) => marked(x, 1)), [
    false,
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  assert.deepEqual([20, 90, 140].map((x) => marked(x, 0)), [false, true, false]);
  assert.deepEqual([60, 90, 180].map((x) => marked(x, 2)), [false, true, false]);
});
