import type { Ring } from "../../lib/domain/maps/projection.ts";

/** Whether rings go around a place, holes in them not: a line to the east crosses them an odd number of times. */
export function isInside(longitude: number, latitude: number, rings: readonly Ring[]): boolean {
  const crossings = rings.flatMap((ring) =>
    ring.filter(([x, y], i) => {
      const [beforeX, beforeY] = ring.at(i - 1)!;
      return (y > latitude) !== (beforeY > latitude) &&
        longitude < x + (beforeX - x) * (latitude - y) / (beforeY - y);
    })
  );
  return crossings.length % 2 === 1;
}
