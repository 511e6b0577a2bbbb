/** Loans that stand close together on the map join in rings. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { groupPlace, type MapPoint, nearGroups } from "../../../islands/maps/near_groups.ts";

/** The same by looking at all points for each. */
function groupsOfAll(points: readonly MapPoint[], distance: number): number[][] {
  const left = new Set(points.keys()), groups: number[][] = [];
  for (const first of points.keys()) {
    if (!left.has(first)) continue;
    const near = (i: number) => [0, 1].every((axis) => Math.abs(points[i][axis] - points[first][axis]) <= distance);
    const group = [...left].filter(near);
    for (const i of group) left.delete(i);
    groups.push(group);
  }
  return groups;
}

const inOrder = (groups: number[][]) => groups.map((group) => group.toSorted((a, b) => a - b));

Deno.test("a point groups those within the distance on both axes that no earlier one took", () => {
  const row = [[0, 0], [30, 0], [60, 10], [44, -44], [1000, 1000]];
  assert.deepEqual(inOrder(nearGroups(row, 44)), [[0, 1, 3], [2], [4]]);
  assert.deepEqual(nearGroups([], 44), []);
  // In the map's metres Ontario lies west of 0 and north of it; whole steps put many points on the grid's lines.
  const metres = fc.tuple(
    fc.integer({ min: -400, max: 0 }).map((step) => step * 25),
    fc.integer({ min: 0, max: 300 }).map((step) => step * 25),
  );
  fc.assert(fc.property(fc.array(metres, { maxLength: 60 }), fc.integer({ min: 20, max: 2000 }), (points, distance) => {
    const groups = nearGroups(points, distance);
    assert.deepEqual(inOrder(groups), groupsOfAll(points, distance));
    for (const group of groups) assert.equal(group[0], Math.min(...group), "the one that took the others comes first");
  }));
});

Deno.test("a group stands between its middle and its first point", () => {
  const points = [[0, 0], [30, 60], [900, 900]];
  assert.deepEqual(groupPlace(points, [0, 1], 0), [15, 30]);
  assert.deepEqual(groupPlace(points, [0, 1], 1), [0, 0]);
  assert.deepEqual(groupPlace(points, [0, 1], 0.6).map(Math.round), [6, 12]);
  assert.deepEqual(groupPlace(points, [2], 0.6), [900, 900]);
});
