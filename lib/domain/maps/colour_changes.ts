/** What edited map settings would do to the colours of the map. */
import type { MapSettings } from "../lending/settings.ts";
import { COLOURS, type MarketColour } from "./market_colours.ts";
import { type MarketRating, rateMarket } from "./market_rating.ts";
import type { MarketFigures } from "./market_report.ts";

/** A region that is drawn by its market, with its newest report. */
export interface RatedRegion {
  name: string;
  report: MarketFigures;
}

/** A region whose colour would be another. Null: its report could not be rated. */
export interface ColourChange {
  name: string;
  before: MarketRating | null;
  after: MarketRating | null;
}

/** The regions whose colour differs under the two settings, in their order. */
export const colourChanges = (
  regions: readonly RatedRegion[],
  before: MapSettings,
  after: MapSettings,
): ColourChange[] =>
  regions.map(({ name, report }) => ({ name, before: rateMarket(report, before), after: rateMarket(report, after) }))
    .filter(({ before, after }) => before?.colour !== after?.colour);

/** The number of regions of each colour. */
export function countColours(
  regions: readonly RatedRegion[],
  settings: MapSettings,
): { colour: MarketColour; count: number }[] {
  const colours = regions.map(({ report }) => rateMarket(report, settings)?.colour);
  return COLOURS.map((colour) => ({ colour, count: colours.filter((one) => one === colour).length }));
}
