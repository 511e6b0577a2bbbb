/** Default map scoring. */
import type { MapOption, MapSettings } from "../lending/settings.ts";

const rows = (weight: number, list: readonly (readonly [number, string, number])[]): MapOption[] =>
  list.map(([value, flag, score]) => ({ value, flag, score, weight }));

/**
 * A region's default ratings: monthly change of the median price in percent, sale price in percent of the list price,
 * days on the market; and colour and fill weight by rating.
 */
export const DEFAULT_MAP_SETTINGS: MapSettings = {
  monthlyChange: rows(0.4, [[-10, "Red", 8], [-3, "Red", 6], [-1, "Yellow", 4], [0, "Green", 2], [2, "Green", 1]]),
  listingToSellingPrice: rows(0.3, [
    [0, "Red", 8],
    [94, "Red", 6],
    [97, "Yellow", 4],
    [99, "Green", 2],
    [102, "Green", 1],
  ]),
  duration: rows(0.3, [[0, "Green", 1], [20, "Green", 2], [35, "Yellow", 4], [50, "Red", 6], [75, "Red", 8]]),
  final: [
    { value: 1, color: "Teal", weight: 0.62 },
    { value: 2.4, color: "Mint", weight: 0.5 },
    { value: 3.4, color: "Sand", weight: 0.42 },
    { value: 4.4, color: "Mauve", weight: 0.5 },
    { value: 5.6, color: "Plum", weight: 0.62 },
  ],
};

/** The colours of format 2, which were those of the loans' pins, and what took their place. */
const RENAMED: Readonly<Record<string, string>> = { Green: "Teal", Yellow: "Sand", Red: "Plum" };

/** Map settings of format 2 with the market's own colours (docs/maps.md). */
export const withMarketColours = (map: MapSettings): MapSettings => ({
  ...map,
  final: map.final.map((row) => ({ ...row, color: RENAMED[row.color] ?? row.color })),
});
