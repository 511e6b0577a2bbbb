/** Names on a drawing of areas: where each stands, and which have no room. */
import type { Frame } from "./projection.ts";

/** A place with a name; degrees. */
export interface NamedPlace {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** A name with the middle of its baseline, in the drawing's units; `wideOnly`: a phone's part would cut it. */
export interface Label {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly wideOnly?: boolean;
}

/** Half a letter's width, and the air at the sides and below, as parts of the text's size. */
const HALF_LETTER = 0.27, SIDE = 0.25, BELOW = 0.25;

/** What a name covers. */
function boxOf({ name, x, y }: Label, size: number): { left: number; right: number; top: number; bottom: number } {
  const half = name.length * size * HALF_LETTER + size * SIDE;
  return { left: x - half, right: x + half, top: y - size, bottom: y + size * BELOW };
}

/**
 * The names that fit into the frame without touching one another; earlier places come before later ones, and `first`,
 * which has its place, before all.
 */
export function fittingLabels(
  places: readonly NamedPlace[],
  frame: Frame,
  size: number,
  most = 40,
  first: Label | null = null,
): Label[] {
  const labels: Label[] = first ? [first] : [];
  const taken = labels.map((label) => boxOf(label, size));
  for (const { name, longitude, latitude } of places) {
    if (labels.length >= most) break;
    const x = Math.round(frame.x(longitude)), y = Math.round(frame.y(latitude));
    const box = boxOf({ name, x, y }, size);
    const outside = box.left < 0 || box.right > frame.width || box.top < 0 || box.bottom > frame.height;
    const covered = taken.some((one) =>
      box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top
    );
    if (outside || covered) continue;
    taken.push(box);
    labels.push({ name, x, y });
  }
  return labels;
}

/** The third of a drawing that stays where it is given less width than it needs: the marker's, otherwise the middle. */
export const thirdOf = (marker: { x: number } | null | undefined, width: number): 0 | 1 | 2 =>
  !marker ? 1 : marker.x < width / 3 ? 0 : marker.x > width * 2 / 3 ? 2 : 1;

/**
 * The names, marked where an edge of the part that a narrow screen shows cuts through them: a third of `width`, and of
 * it as many units as screens of the least and the most width have.
 */
export function withoutCut(
  labels: readonly Label[],
  size: number,
  third: 0 | 1 | 2,
  width: number,
  [least, most]: readonly [number, number],
): Label[] {
  const narrow = (width - least) * third / 2, wide = (width - most) * third / 2;
  return labels.map((label) => {
    const { left, right } = boxOf(label, size);
    const cut = left < narrow && right > wide || right > narrow + least && left < wide + most;
    return cut ? { ...label, wideOnly: true } : label;
  });
}
