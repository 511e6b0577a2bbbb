/** Simplifies closed lines (Douglas and Peucker): leaves out points that hardly bend them. */
import type { Position, Ring } from "./projection.ts";

/**
 * The square of a point's distance from the segment from a to b, in degrees of latitude; a degree of longitude is
 * shorter.
 */
function distanceSquared([x, y]: Position, [ax, ay]: Position, [bx, by]: Position, narrow: number): number {
  const [dx, dy, px, py] = [(bx - ax) * narrow, by - ay, (x - ax) * narrow, y - ay];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return (px - part * dx) ** 2 + (py - part * dy) ** 2;
}

/** A closed ring of four positions or more without those nearer than `tolerance` degrees to what is kept. */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const last = ring.length - 1;
  const narrow = Math.cos(ring[0][1] * Math.PI / 180), most = tolerance * tolerance;
  const retained = new Uint8Array(ring.length);
  retained[0] = retained[last] = 1;
  // A ring begins where it ends, so its farthest point parts it in two.
  const open: [from: number, to: number][] = [[0, last]];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const [from, to] = stretch;
    let farthest = -1, distance = most;
    for (let i = from + 1; i < to; i++) {
      const away = distanceSquared(ring[i], ring[from], ring[to], narrow);
      if (away > distance) [farthest, distance] = [i, away];
    }
    if (farthest < 0) continue;
    retained[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  return ring.filter((_, i) => retained[i] === 1);
}

/** Rounded to about 10 metres, without repeated positions. */
export const roundRing = (ring: Ring): Ring =>
  ring.map(([x, y]): Position => [Math.round(x * 1e4) / 1e4, Math.round(y * 1e4) / 1e4])
    .filter(([x, y], i, all) => i === 0 || x !== all[i - 1][0] || y !== all[i - 1][1]);
