/** Where a message is put so that it covers nothing that can be pressed. */
import assert from "node:assert/strict";
import { type Box, freePlace } from "../../../lib/client/free_place.ts";
import fc from "../../support/properties.ts";

const VIEW: Box = { left: 8, top: 8, right: 382, bottom: 836 };
const SIZE = { width: 300, height: 50 };
const HOME = { left: 74, top: 778 };
const row = (top: number, bottom: number): Box => ({ left: 16, top, right: 374, bottom });
const at = ({ left, top }: { left: number; top: number }): Box => ({
  left,
  top,
  right: left + SIZE.width,
  bottom: top + SIZE.height,
});
const covers = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

Deno.test("an empty corner is used as it is", () => {
  assert.deepEqual(freePlace(SIZE, VIEW, [row(20, 60)], HOME), HOME);
});

Deno.test("a button in the corner moves the message just above it", () => {
  assert.deepEqual(freePlace(SIZE, VIEW, [row(780, 824)], HOME), { left: 74, top: 722 });
});

Deno.test("a gap between two rows is used where it is the nearest room", () => {
  const rows = [row(600, 640), row(706, 836)];
  assert.deepEqual(freePlace(SIZE, VIEW, rows, HOME), { left: 74, top: 648 });
});

Deno.test("beside a narrow control there is room on a wide window", () => {
  const wide = { left: 8, top: 8, right: 1272, bottom: 892 };
  const home = { left: 964, top: 834 };
  const place = freePlace(SIZE, wide, [{ left: 1200, top: 8, right: 1272, bottom: 892 }], home);
  assert.deepEqual(place, { left: 892, top: 834 });
});

Deno.test("in a full window the message covers as little as possible", () => {
  const place = freePlace(SIZE, VIEW, [row(0, 400), row(420, 844)], HOME);
  assert.ok(place.top >= 350 && place.top <= 420, String(place.top));
});

Deno.test("text stays readable where there is room elsewhere, and is covered before a button is", () => {
  assert.deepEqual(freePlace(SIZE, VIEW, [], HOME, [row(780, 824)]), { left: 74, top: 722 });
  const buttons = [row(8, 700)];
  const place = freePlace(SIZE, VIEW, buttons, HOME, [row(720, 836)]);
  assert.ok(place.top >= 708, String(place.top));
});

Deno.test("property: the place is inside the window, and covers nothing where one free row exists", () => {
  const boxes = fc.array(
    fc.record({ top: fc.integer({ min: 100, max: 800 }), height: fc.integer({ min: 1, max: 60 }) }),
    { maxLength: 12 },
  );
  fc.assert(fc.property(boxes, (list) => {
    const taken = list.map(({ top, height }) => row(top, top + height));
    const box = at(freePlace(SIZE, VIEW, taken, HOME));
    assert.ok(box.left >= VIEW.left && box.right <= VIEW.right && box.top >= VIEW.top && box.bottom <= VIEW.bottom);
    assert.deepEqual(taken.filter((one) => covers(box, one)), [], "the rows above 100 are free");
  }));
});
