/** Each pillar's share of the total weight, for the section headings. */
import type { LendingSettings } from "../lending/settings.ts";
import { RATING_SECTIONS } from "./rating_panels.ts";
import { valueAt } from "./paths.ts";

type Weighted = { weight: number };

/** A table's weight is its rows' average; invalid cells count as 0. */
function weightOf(value: Weighted | readonly Weighted[]): number {
  const rows = Array.isArray(value) ? value as readonly Weighted[] : [value as Weighted];
  const weights = rows.map(({ weight }) => typeof weight === "number" ? weight : 0);
  return weights.length === 0 ? 0 : weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
}

/** Fractions of 1 by section id; 0 where the total is 0. */
export function weightShares(settings: LendingSettings): Record<string, number> {
  const sums = RATING_SECTIONS.flatMap((fold) => {
    const rated = fold.panels.filter(({ path }) => path.startsWith("ratings."));
    if (rated.length === 0) return [];
    return [
      [fold.id, rated.reduce((sum, { path }) => sum + weightOf(valueAt(settings, path) as Weighted[]), 0)] as const,
    ];
  });
  const all = sums.reduce((sum, [, weight]) => sum + weight, 0);
  return Object.fromEntries(sums.map(([id, weight]) => [id, all > 0 ? weight / all : 0]));
}
