/** How a market is rated by the map settings (docs/maps.md, "How a market is rated"). */
import type { MapOption, MapSettings } from "../lending/settings.ts";
import { COLOURS, type MarketColour, stepOf, WORDS } from "./market_colours.ts";
import { type MarketFigures, type MarketReport, reportAt } from "./market_report.ts";

/** The three figures that count, with the list that scores each. */
export const RATED = [
  { list: "monthlyChange", figure: "monthlyChange" },
  { list: "listingToSellingPrice", figure: "listingToSellingPrice" },
  { list: "duration", figure: "averageDaysOnMarket" },
] as const satisfies readonly { list: keyof MapSettings; figure: keyof MarketFigures }[];

/** One of the three figures with the row of its list that scores it. */
export interface RatedPart {
  list: (typeof RATED)[number]["list"];
  figure: number;
  row: MapOption;
}

/** A market's rating (the lower, the stronger the market) and how the map draws it. */
export interface MarketRating {
  rating: number;
  parts: RatedPart[];
  colour: MarketColour;
  /** The fill's opacity, 0 to 1. */
  weight: number;
  /** Position of the colour, 1 (strong) to 5 (weak). */
  step: number;
  word: string;
}

/** The row with the highest value not above the figure; a figure below all rows takes the lowest. */
export function rowFor<R extends { value: number }>(rows: readonly R[], figure: number): R | undefined {
  let lowest: R | undefined, found: R | undefined;
  for (const row of rows) {
    if (!lowest || row.value < lowest.value) lowest = row;
    if (row.value <= figure && (!found || row.value > found.value)) found = row;
  }
  return found ?? lowest;
}

/**
 * The sum of score times weight over the sum of weights, of the figures that the report has. Null where it has none of
 * the three, or where those that it has weigh nothing.
 */
export function rateMarket(figures: MarketFigures, settings: MapSettings): MarketRating | null {
  const parts = RATED.flatMap(({ list, figure: name }): RatedPart[] => {
    const figure = figures[name], row = figure === null ? undefined : rowFor(settings[list], figure);
    return row ? [{ list, figure: figure!, row }] : [];
  });
  const weight = parts.reduce((sum, { row }) => sum + row.weight, 0);
  if (!(weight > 0)) return null;
  const rating = parts.reduce((sum, { row }) => sum + row.score * row.weight, 0) / weight;
  // 2.4 made of binary fractions may be a hair below 2.4, which must not cost it its row.
  const final = rowFor(settings.final, rating + 1e-9);
  if (!final) return null;
  const colour = COLOURS.find((one) => one === final.color) ?? "Sand";
  return { rating, parts, colour, weight: final.weight, step: stepOf(colour), word: WORDS[colour] };
}

/**
 * A region's colour a month, as digits: 0 while it had no rating, else the step 1 to 5 of its newest report by then.
 * `reports` rise by month.
 */
export const stepsByMonth = (
  reports: readonly MarketReport[],
  months: readonly string[],
  settings: MapSettings,
): string => {
  const steps = new Map(reports.map((report) => [report.month, rateMarket(report, settings)?.step ?? 0]));
  return months.map((month) => steps.get(reportAt(reports, month)?.month ?? "") ?? 0).join("");
};
