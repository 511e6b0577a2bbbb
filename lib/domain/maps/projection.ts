/** Areas of the earth as paths of a drawing: Mercator's projection, cut at the frame, written in whole units. */

/** Degrees. */
export type Position = readonly [longitude: number, latitude: number];
/** A closed line; its first position need not come again at its end. */
export type Ring = readonly Position[];
/** A place in a drawing, in its units, from the top left corner. */
type Point = readonly [x: number, y: number];

/** A drawing's size in units, and where a place lies in it. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  x(longitude: number): number;
  y(latitude: number): number;
}

/** Units beyond the edges at which shapes are cut, so that the cut's outline is not seen. */
const MARGIN = 8;
/** Points nearer than this many units to the one before are left out. */
const NEAR = 1.5;

/** The ordinate of Mercator's projection in degrees. */
const mercator = (latitude: number): number =>
  Math.log(Math.tan(Math.PI / 4 + latitude * Math.PI / 360)) * 180 / Math.PI;

/** A frame with these positions in its middle; they fill it, or the part 1 / `air` of it. */
export function frameAround(positions: Ring, width: number, height: number, air = 1): Frame {
  const xs = positions.map(([longitude]) => longitude), ys = positions.map(([, latitude]) => mercator(latitude));
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const degrees = Math.max((east - west) / width, (north - south) / height) * air;
  return {
    width,
    height,
    x: (longitude) => (longitude - (west + east) / 2) / degrees + width / 2,
    y: (latitude) => ((south + north) / 2 - mercator(latitude)) / degrees + height / 2,
  };
}

/** A ring cut at a vertical (0) or horizontal (1) line, on the side where `keeps` (Sutherland and Hodgman). */
function cutAt(ring: readonly Point[], axis: 0 | 1, line: number, keeps: (at: number) => boolean): Point[] {
  const other = axis === 0 ? 1 : 0;
  return ring.flatMap((to, i) => {
    const from = ring[(i + ring.length - 1) % ring.length];
    const inside = keeps(to[axis]);
    if (inside === keeps(from[axis])) return inside ? [to] : [];
    const part = (line - from[axis]) / (to[axis] - from[axis]);
    const crossing = from[other] + part * (to[other] - from[other]);
    const meets: Point = axis === 0 ? [line, crossing] : [crossing, line];
    return inside ? [meets, to] : [meets];
  });
}

function cutToFrame(ring: readonly Point[], { width, height }: Frame): readonly Point[] {
  let cut = ring;
  for (const [axis, size] of [[0, width], [1, height]] as const) {
    cut = cutAt(cut, axis, -MARGIN, (at) => at >= -MARGIN);
    cut = cutAt(cut, axis, size + MARGIN, (at) => at <= size + MARGIN);
  }
  return cut;
}

/** A path's subpath through whole units, each point relative to the one before; empty for less than a triangle. */
function subpath(points: readonly Point[]): string {
  const pixels: Point[] = [];
  for (const [x, y] of points) {
    const last = pixels.at(-1);
    if (!last || Math.hypot(x - last[0], y - last[1]) >= NEAR) pixels.push([Math.round(x), Math.round(y)]);
  }
  if (pixels.length < 3) return "";
  const steps = pixels.slice(1).map(([x, y], i) => `${x - pixels[i][0]} ${y - pixels[i][1]}`);
  return `M${pixels[0].join(" ")}l${steps.join(" ")}z`.replaceAll(" -", "-");
}

/** The `d` of an SVG path: the rings as they lie in the frame. Empty where none of them does. */
export function pathOf(rings: readonly Ring[], frame: Frame): string {
  return rings.map((ring) => {
    const points = ring.map(([longitude, latitude]): Point => [frame.x(longitude), frame.y(latitude)]);
    return subpath(cutToFrame(points, frame));
  }).join("");
}
