/** A place in the map's metres. */
export type MapPoint = readonly number[];

/** Columns and rows of a grid fit into one number side by side. */
const ROWS = 2 ** 26;
/** No further point. */
const END = -1;

/**
 * Points that stand together: each one that no group has yet takes those within `distance` of it on both axes. Every
 * point is in one group, by its index, the one that took the others first. A grid that wide tells who may be near.
 */
export function nearGroups(points: readonly MapPoint[], distance: number): number[][] {
  const lineOf = (metres: number) => Math.floor(metres / distance);
  /** The first point of a cell, and the one after each. */
  const firsts = new Map<number, number>(), nexts = new Int32Array(points.length);
  for (let i = points.length - 1; i >= 0; i--) {
    const key = lineOf(points[i][0]) * ROWS + lineOf(points[i][1]);
    nexts[i] = firsts.get(key) ?? END;
    firsts.set(key, i);
  }
  const taken = new Uint8Array(points.length), groups: number[][] = [];
  for (let first = 0; first < points.length; first++) {
    if (taken[first]) continue;
    const [x, y] = points[first], column = lineOf(x), row = lineOf(y), group = [first];
    taken[first] = 1;
    for (let near = 0; near < 9; near++) {
      const key = (column - 1 + near % 3) * ROWS + row - 1 + Math.floor(near / 3);
      for (let i = firsts.get(key) ?? END; i !== END; i = nexts[i]) {
        if (taken[i] || Math.abs(points[i][0] - x) > distance || Math.abs(points[i][1] - y) > distance) continue;
        taken[i] = 1;
        group.push(i);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** Where a group stands: its middle, drawn towards its first point, so that groups keep apart. `pull`: 0 to 1. */
export function groupPlace(points: readonly MapPoint[], group: readonly number[], pull: number): [number, number] {
  const mean = (axis: 0 | 1) => group.reduce((sum, i) => sum + points[i][axis], 0) / group.length;
  const first = points[group[0]], x = mean(0), y = mean(1);
  return [x + (first[0] - x) * pull, y + (first[1] - y) * pull];
}
