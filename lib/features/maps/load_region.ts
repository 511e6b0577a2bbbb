/** A region's page: its reports, how the map draws it, and our own loans there. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { overviewTallies as tallies } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { sumOf, weightedLtv } from "../../domain/lending/portfolio.ts";
import { ACTIVE_STATUSES } from "../../domain/loans/status.ts";
import { isOutdated, type MarketReport } from "../../domain/maps/market_report.ts";
import { withForcedPredict } from "../../domain/maps/region_setting.ts";
import { regionNamed } from "../../domain/places/find_region.ts";
import { historyMonths } from "./list_markets.ts";
import { figuresOf, reportsOf, type SavedSetting, settingOf } from "./_reports.ts";

/** Our active loans in a region. */
export interface RegionExposure {
  loans: number;
  /** Whole dollars: funded amounts, else the requested ones. */
  amount: number;
  /** Weighted by amount, as a fraction (lending rules 9); null without a loan whose LTV is known. */
  weightedLtv: number | null;
}

export interface RegionScreen {
  region: string;
  /** Rising by month. */
  reports: MarketReport[];
  /** The months that its history walks. */
  months: string[];
  setting: SavedSetting;
  /** The newest report's day; null without reports. */
  updated: string | null;
  outdated: boolean;
  exposure: RegionExposure;
  /** The score of its row in Region Rating; null where it has none and is scored as unknown. */
  score: number | null;
}

/** From the overview's tallies, so that both screens say the same (lending rules 9). */
async function exposureOf(ctx: Context, region: string): Promise<RegionExposure> {
  const groups = await ctx.db.select({
    dimension: tallies.dimension,
    loans: sql<number>`sum(${tallies.loans})`,
    amount: sql<number>`sum(${tallies.amount})`,
    weighted: sql<number>`sum(${tallies.weighted})`,
  }).from(tallies).where(and(
    inArray(tallies.dimension, ["region", "regionLtv"]),
    eq(tallies.bucket, region),
    inArray(tallies.status, [...ACTIVE_STATUSES]),
  )).groupBy(tallies.dimension);
  const all = groups.filter(({ dimension }) => dimension === "region");
  return {
    loans: sumOf(all, ({ loans }) => loans),
    amount: sumOf(all, ({ amount }) => amount),
    weightedLtv: weightedLtv(groups.filter(({ dimension }) => dimension === "regionLtv")),
  };
}

/** `region` is a name of the gazetteer. */
export async function loadRegion(ctx: Context, region: string): Promise<RegionScreen> {
  const today = dateInToronto(ctx.now);
  const [stored, saved, exposure] = await Promise.all([
    reportsOf(ctx.db, region),
    settingOf(ctx.db, region),
    exposureOf(ctx, region),
  ]);
  const reports = stored.map(figuresOf);
  const updated = reports.at(-1)?.date ?? null;
  const priced = ctx.lending().settings.pricing.regions.find(({ value }) => regionNamed(value) === region);
  return {
    region,
    reports,
    months: historyMonths(reports[0]?.month, today),
    setting: withForcedPredict(saved, reports.length > 0),
    updated,
    outdated: isOutdated(updated, today),
    exposure,
    score: priced?.score ?? null,
  };
}
