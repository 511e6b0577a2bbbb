/** Finds room on the screen for a box among others. Values in, values out; no DOM here. */

/** Edges in CSS pixels from the window's left and top. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels between the box and what it must not cover. */
const GAP = 8;

/** The square pixels that two boxes share. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** A pixel of what must not be covered weighs more than any words. */
const TAKEN_WEIGHT = 1e6;

/**
 * The place for a box of this size within `view` that covers none of `taken`, and of those the one that covers least
 * of `words`, as near to `home` as may be. Where there is none, the one that covers least of `taken`. Answers its left
 * top corner.
 */
export function freePlace(
  size: { width: number; height: number },
  view: Box,
  taken: readonly Box[],
  home: { left: number; top: number },
  words: readonly Box[] = [],
): { left: number; top: number } {
  const lefts = [home.left, view.left, ...taken.flatMap(({ left, right }) => [left - GAP - size.width, right + GAP])];
  const tops = [
    home.top,
    view.top,
    ...[...taken, ...words].flatMap(({ top, bottom }) => [top - GAP - size.height, bottom + GAP]),
  ];
  const fits = (at: number, length: number, from: number, to: number) => at >= from && at + length <= to;
  let best = home, least = Infinity, nearest = Infinity;
  for (const top of tops.filter((at) => fits(at, size.height, view.top, view.bottom))) {
    for (const left of lefts.filter((at) => fits(at, size.width, view.left, view.right))) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      const under = (boxes: readonly Box[]) => boxes.reduce((sum, one) => sum + overlap(box, one), 0);
      const covered = under(taken) * TAKEN_WEIGHT + under(words);
      const distance = Math.hypot(left - home.left, top - home.top);
      if (covered < least || (covered === least && distance < nearest)) {
        [best, least, nearest] = [{ left, top }, covered, distance];
      }
    }
  }
  return best;
}
