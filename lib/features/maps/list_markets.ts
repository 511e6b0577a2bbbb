/** Every region's market: its newest report and rating, how the map draws it, and its colour month by month. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { type MarketRating, rateMarket, stepsByMonth } from "../../domain/maps/market_rating.ts";
import { isOutdated, type MarketReport, monthsFrom } from "../../domain/maps/market_report.ts";
import {
  defaultSetting,
  fillOf,
  type RegionFill,
  type RegionSetting,
  withForcedPredict,
} from "../../domain/maps/region_setting.ts";
import { REGION_NAMES } from "./get_map_settings.ts";
import { allReports, figuresOf, savedSettings } from "./_reports.ts";

/** A region's market today. */
export interface Market {
  name: string;
  setting: RegionSetting;
  /** The newest report; null without any. */
  report: MarketReport | null;
  /** Of the newest report; null without one, or where it has no figure that counts. */
  rating: MarketRating | null;
  /** True where the newest report is more than 6 months old (loans specification 4.9). */
  outdated: boolean;
  fill: RegionFill;
  /** A digit for each of `months`: 0 without a rating, else the colour's step 1 to 5. */
  steps: string;
}

/** Months that a history walks back at most. */
const HISTORY_MONTHS = 60;
const LEAST_MONTHS = 12;

/** The months that a history of these reports walks, to the running one: at least 12, at most 60. */
export function historyMonths(firstMonth: string | undefined, today: string): string[] {
  const now = today.slice(0, 7);
  const all = monthsFrom(firstMonth ?? now, now);
  const year = monthsFrom(`${Number(now.slice(0, 4)) - 1}${now.slice(4)}`, now).slice(-LEAST_MONTHS);
  return all.length < LEAST_MONTHS ? year : all.slice(-HISTORY_MONTHS);
}

/** The regions in the gazetteer's order, and the months of their steps. */
export async function listMarkets(ctx: Context): Promise<{ months: string[]; markets: Market[] }> {
  const [saved, reports] = await Promise.all([savedSettings(ctx.db), allReports(ctx.db)]);
  const { map } = ctx.lending().settings, today = dateInToronto(ctx.now);
  const first = [...reports.values()].map(([row]) => row.month).sort()[0];
  const months = historyMonths(first, today);
  const markets = REGION_NAMES.map((name): Market => {
    const rows = (reports.get(name) ?? []).map(figuresOf);
    const report = rows.at(-1) ?? null;
    const { savedAt, ...stored } = saved.get(name) ?? { ...defaultSetting(name), savedAt: null };
    const setting = withForcedPredict(stored, report !== null);
    const rating = report && rateMarket(report, map);
    return {
      name,
      setting,
      report,
      rating,
      outdated: isOutdated(report?.date ?? null, today),
      // A region without data has no colour of a market, unless one was chosen.
      fill: report || savedAt !== null ? fillOf(setting, rating) : { step: 0, weight: 0 },
      steps: stepsByMonth(rows, months, map),
    };
  });
  return { months, markets };
}
