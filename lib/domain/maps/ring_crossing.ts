/** Whether a closed line crosses itself, and where. */
import type { Position, Ring } from "./projection.ts";

type Segment = { a: Position; b: Position; index: number };

/** Which side of the line from a to b a point lies on: 0 on it. */
const side = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));

/** Where two segments cross, each within the other; touching ends do not cross. */
function crossing(one: Segment, two: Segment): Position | null {
  if (side(one.a, one.b, two.a) * side(one.a, one.b, two.b) >= 0) return null;
  if (side(two.a, two.b, one.a) * side(two.a, two.b, one.b) >= 0) return null;
  const [dx, dy] = [one.b[0] - one.a[0], one.b[1] - one.a[1]];
  const [ex, ey] = [two.b[0] - two.a[0], two.b[1] - two.a[1]];
  const part = ((two.a[0] - one.a[0]) * ey - (two.a[1] - one.a[1]) * ex) / (dx * ey - dy * ex);
  return [one.a[0] + part * dx, one.a[1] + part * dy];
}

/** The first crossing of a closed ring with itself, in degrees; null without one. Segments are compared where they overlap. */
export function selfCrossing(ring: Ring): Position | null {
  const segments = ring.slice(1).map((b, index): Segment => ({ a: ring[index], b, index }))
    .sort((one, two) => Math.min(one.a[0], one.b[0]) - Math.min(two.a[0], two.b[0]));
  for (let i = 0; i < segments.length; i++) {
    const one = segments[i], east = Math.max(one.a[0], one.b[0]);
    const [low, high] = [Math.min(one.a[1], one.b[1]), Math.max(one.a[1], one.b[1])];
    for (let j = i + 1; j < segments.length; j++) {
      const two = segments[j];
      if (Math.min(two.a[0], two.b[0]) > east) break;
      if (Math.max(two.a[1], two.b[1]) < low || Math.min(two.a[1], two.b[1]) > high) continue;
      const where = crossing(one, two);
      if (where) return where;
    }
  }
  return null;
}
