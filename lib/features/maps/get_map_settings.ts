/** Everything about regions in the specification's shapes (getmapsettings; loans specification 3.11 and 7.3). */
import { formatShortMonth } from "../../domain/dates.ts";
import type { Context } from "../../../db/mod.ts";
import { type MarketReport } from "../../domain/maps/market_report.ts";
import { defaultSetting, withForcedPredict } from "../../domain/maps/region_setting.ts";
import { REGIONS, RURAL } from "../../domain/places/regions.ts";
import { allReports, type SavedSetting, savedSettings } from "./_reports.ts";

/** Region data (loans specification 3.11). Prices are dollars, changes percent. */
export interface RegionData {
  name: string;
  /** The day that the newest report is of (YYYY-MM-DD). */
  updated: string;
  monthlyChange: number | null;
  stats: { name: string; value: number | null }[];
  saleTypes: { detached_sales: number | null; townhouse_sales: number | null; condo_sales: number | null };
  duration: { range: string; days: number }[];
  avgPrice: { month: string; median_price: number }[];
}

/** What the regions reported in a month; `date` is YYYY-MM. */
export interface MapHistoryEntry {
  date: string;
  data: RegionData[];
}

/** The names of every region of the map, Toronto first, 'Rural' last. */
export const REGION_NAMES: readonly string[] = [...REGIONS.map(({ name }) => name), RURAL];

/** A region's data by its newest report; durations and prices are those of all `reports`, which rise by month. */
function dataOf(name: string, reports: readonly MarketReport[]): RegionData {
  const newest = reports[reports.length - 1];
  const found = <T>(pick: (report: MarketReport) => T | null): T[] =>
    reports.flatMap((report) => pick(report) ?? []) as T[];
  return {
    name,
    updated: newest.date,
    monthlyChange: newest.monthlyChange,
    stats: [
      { name: "new listings", value: newest.newListings },
      { name: "homes sold", value: newest.homesSold },
      { name: "average days on market", value: newest.averageDaysOnMarket },
      { name: "LTS price", value: newest.listingToSellingPrice },
    ],
    saleTypes: {
      detached_sales: newest.detachedSales,
      townhouse_sales: newest.townhouseSales,
      condo_sales: newest.condoSales,
    },
    duration: found(({ month, averageDaysOnMarket: days }) =>
      days === null ? null : { range: formatShortMonth(month), days }
    ),
    avgPrice: found(({ month, medianPrice }) => medianPrice === null ? null : { month, median_price: medianPrice }),
  };
}

/** Every region's setting in force, the newest data of those that have any, and what was reported month by month. */
export async function getMapSettings(
  ctx: Context,
): Promise<{ settings: SavedSetting[]; data: RegionData[]; historyData: MapHistoryEntry[] }> {
  const [saved, reports] = await Promise.all([savedSettings(ctx.db), allReports(ctx.db)]);
  const settings = REGION_NAMES.map((name) =>
    withForcedPredict(saved.get(name) ?? { ...defaultSetting(name), savedAt: null }, reports.has(name))
  );
  const byMonth = new Map<string, RegionData[]>();
  for (const [name, rows] of reports) {
    for (const row of rows) {
      const of = byMonth.get(row.month);
      if (of) of.push(dataOf(name, [row]));
      else byMonth.set(row.month, [dataOf(name, [row])]);
    }
  }
  return {
    settings,
    data: [...reports].map(([name, rows]) => dataOf(name, rows)),
    historyData: [...byMonth].sort(([a], [b]) => a < b ? -1 : 1).map(([date, data]) => ({ date, data })),
  };
}
