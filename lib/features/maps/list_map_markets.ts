/** The market of every region in the few figures that the map needs. */
import type { Context } from "../../../db/mod.ts";
import { daysText, formatShortMonth } from "../../domain/dates.ts";
import { INCLINATIONS, marketInclination } from "../../domain/lending/portfolio.ts";
import type { MapSettings } from "../../domain/lending/settings.ts";
import { COLOURS } from "../../domain/maps/market_colours.ts";
import { type MarketReport, NO_REGION_DATA } from "../../domain/maps/market_report.ts";
import type { RegionMarket } from "../../domain/maps/region_look.ts";
import type { Markets } from "../../domain/maps/screen.ts";
import { listMarkets, type Market } from "./list_markets.ts";

/** Opacity of an area without data, and of a colour that no row of the map settings has. */
const NO_DATA_WEIGHT = 0.55, USUAL_WEIGHT = 0.5;

type Listed = Awaited<ReturnType<typeof listMarkets>>;

/** Whole months from one month to another, negative where `to` is earlier. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** Opacity by step: that of the row with the step's colour. */
function weightsOf({ final }: MapSettings): number[] {
  const weights = COLOURS.map((colour) => final.find(({ color }) => color === colour)?.weight ?? USUAL_WEIGHT);
  return [NO_DATA_WEIGHT, ...weights];
}

/** `Seller’s market, 23 days, Oct 2026`, of the figures that the report has. */
function lineOf(newest: MarketReport | null): string {
  if (!newest) return NO_REGION_DATA;
  const { homesSold, newListings, averageDaysOnMarket: days } = newest;
  const inclination = homesSold === null || newListings === null ? null : marketInclination(homesSold, newListings);
  const parts = [inclination && INCLINATIONS[inclination.market], days !== null && daysText(Math.round(days))];
  return [...parts.filter(Boolean), formatShortMonth(newest.month)].join(", ");
}

function shortOf(
  { name, setting, report, rating, outdated, fill, steps }: Market,
  months: readonly string[],
): RegionMarket {
  return {
    name,
    steps,
    reported: report && monthsBetween(months[0], report.month),
    step: rating?.step ?? 0,
    rating: rating && Math.round(rating.rating * 100) / 100,
    word: rating?.word ?? "No data",
    line: lineOf(report),
    outdated,
    off: !setting.enabled,
    own: setting.enabled && !setting.predict && fill.step > 0 ? fill : null,
  };
}

/** What was listed, in short. */
export const inShort = (ctx: Context, { months, markets }: Listed): Markets => ({
  months: months.map(formatShortMonth),
  regions: markets.map((market) => shortOf(market, months)),
  weights: weightsOf(ctx.lending().settings.map),
});

/** Every region, by the settings and reports in force. */
export const listMapMarkets = async (ctx: Context): Promise<Markets> => inShort(ctx, await listMarkets(ctx));
