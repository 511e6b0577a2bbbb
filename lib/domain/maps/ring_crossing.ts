/** Whether a closed line crosses itself, and where. */
import type { Position, Ring } from "./projection.ts";

/** A side of the ring; `next` is where the ring goes on after b. */
type Segment = { a: Position; b: Position; next: Position };

/** Which side of the line from a to b a point lies on: 0 on it. */
const side = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));

const isSame = (one: Position, two: Position): boolean => one[0] === two[0] && one[1] === two[1];
const isBetween = (value: number, a: number, b: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b);

/** Where two segments cross, each within the other; touching ends do not cross. */
function crossing(one: Segment, two: Segment): Position | null {
  if (side(one.a, one.b, two.a) * side(one.a, one.b, two.b) >= 0) return null;
  if (side(two.a, two.b, one.a) * side(two.a, two.b, one.b) >= 0) return null;
  const [dx, dy] = [one.b[0] - one.a[0], one.b[1] - one.a[1]];
  const [ex, ey] = [two.b[0] - two.a[0], two.b[1] - two.a[1]];
  const part = ((two.a[0] - one.a[0]) * ey - (two.a[1] - one.a[1]) * ex) / (dx * ey - dy * ex);
  return [one.a[0] + part * dx, one.a[1] + part * dy];
}

/**
 * True where the way from a over b crosses the other way over the same point: its ends lie on both sides of that way.
 */
function crossesAt(one: Segment, two: Segment): boolean {
  const [x, y] = one.b;
  const turn = (to: Position) => Math.atan2(to[1] - y, to[0] - x);
  const from = turn(one.a);
  const angle = (to: Position) => (turn(to) - from + 4 * Math.PI) % (2 * Math.PI);
  const [over, a, b] = [one.next, two.a, two.next].map(angle);
  const onWay = (at: number) => at === 0 || at === over;
  return !onWay(a) && !onWay(b) && (a < over) !== (b < over);
}

/**
 * The end of one segment where the ring passes there through another side or corner of itself; touching is no passing.
 */
function passage(one: Segment, two: Segment): Position | null {
  const { b: point } = one;
  if (!isBetween(point[0], two.a[0], two.b[0]) || !isBetween(point[1], two.a[1], two.b[1])) return null;
  if (isSame(point, two.b)) return crossesAt(one, two) ? point : null;
  if (isSame(point, two.a) || side(two.a, two.b, point) !== 0) return null;
  return side(two.a, two.b, one.a) * side(two.a, two.b, one.next) < 0 ? point : null;
}

/**
 * The first crossing of a closed ring with itself, in degrees; null without one. Segments are compared where they
 * overlap.
 */
export function selfCrossing(ring: Ring): Position | null {
  const points = ring.filter((point, i) => i === 0 || !isSame(point, ring[i - 1]));
  const segments = points.slice(1)
    .map((b, i): Segment => ({ a: points[i], b, next: points[i + 2] ?? points[1] }))
    .sort((one, two) => Math.min(one.a[0], one.b[0]) - Math.min(two.a[0], two.b[0]));
  for (let i = 0; i < segments.length; i++) {
    const one = segments[i], east = Math.max(one.a[0], one.b[0]);
    const [low, high] = [Math.min(one.a[1], one.b[1]), Math.max(one.a[1], one.b[1])];
    for (let j = i + 1; j < segments.length; j++) {
      const two = segments[j];
      if (Math.min(two.a[0], two.b[0]) > east) break;
      if (Math.max(two.a[1], two.b[1]) < low || Math.min(two.a[1], two.b[1]) > high) continue;
      const where = crossing(one, two) ?? passage(one, two) ?? passage(two, one);
      if (where) return where;
    }
  }
  return null;
}
