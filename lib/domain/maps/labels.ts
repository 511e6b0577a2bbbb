/** Names on a drawing of areas: where each stands, and which have no room. */
import type { Frame } from "./projection.ts";

/** A place with a name; degrees. */
export interface NamedPlace {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** A name with the middle of its baseline, in the drawing's units. */
export interface Label {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Half a letter's width, and the air at the sides and below, as parts of the text's size. */
const HALF_LETTER = 0.27, SIDE = 0.25, BELOW = 0.25;

/** The names that fit into the frame without touching one another; earlier places come before later ones. */
export function fittingLabels(places: readonly NamedPlace[], frame: Frame, size: number, most = 40): Label[] {
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  const labels: Label[] = [];
  for (const { name, longitude, latitude } of places) {
    if (labels.length >= most) break;
    const x = Math.round(frame.x(longitude)), y = Math.round(frame.y(latitude));
    const half = name.length * size * HALF_LETTER + size * SIDE;
    const box = { left: x - half, right: x + half, top: y - size, bottom: y + size * BELOW };
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
