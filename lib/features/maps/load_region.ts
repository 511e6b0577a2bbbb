/** A region's page: its reports, how the map draws it, and our own loans there. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
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
  /** Weighted by amount, of loans with an LTV up to 1 (loans specification 5.1); null without any. */
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

const AMOUNT = sql`coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount})`;
const KNOWN = sql`${loans.totalLtv} is not null and ${loans.totalLtv} <= 1`;

async function exposureOf(ctx: Context, region: string): Promise<RegionExposure> {
  const row = await ctx.db.select({
    loans: sql<number>`count(*)`,
    amount: sql<number>`coalesce(sum(${AMOUNT}), 0)`,
    weightedLtv: sql<number | null>`sum(iif(${KNOWN}, ${AMOUNT} * ${loans.totalLtv}, 0)) /
      nullif(sum(iif(${KNOWN}, ${AMOUNT}, 0)), 0)`,
  }).from(loans).where(and(eq(loans.marketRegion, region), inArray(loans.adminComSelect, [...ACTIVE_STATUSES]))).get();
  return row!;
}

/** `region` is a name of the gazetteer. */
export async function loadRegion(ctx: Context, region: string): Promise<RegionScreen> {
  const today = dateInToronto(ctx.now);
  const reports = (await reportsOf(ctx.db, region)).map(figuresOf);
  const updated = reports.at(-1)?.date ?? null;
  const priced = ctx.lending().settings.pricing.regions.find(({ value }) => regionNamed(value) === region);
  return {
    region,
    reports,
    months: historyMonths(reports[0]?.month, today),
    setting: withForcedPredict(await settingOf(ctx.db, region), reports.length > 0),
    updated,
    outdated: isOutdated(updated, today),
    exposure: await exposureOf(ctx, region),
    score: priced?.score ?? null,
  };
}
