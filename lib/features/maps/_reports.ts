/** Market reports and region settings as they are stored. */
import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Context, jsonRows, jsonText, type Tx } from "../../../db/mod.ts";
import { regionReports, regionSettings } from "../../../db/schema/mod.ts";
import type { MarketColour } from "../../domain/maps/market_colours.ts";
import type { MarketReport } from "../../domain/maps/market_report.ts";
import { defaultSetting, type RegionSetting } from "../../domain/maps/region_setting.ts";

type Reader = Context["db"] | Tx;

/** A report with its region. */
export type RegionReport = MarketReport & { region: string };

/** A setting with the instant of its last save in milliseconds; null where it was never saved. */
export type SavedSetting = RegionSetting & { savedAt: number | null };

const { id: _id, ...REPORT } = getTableColumns(regionReports);

/** A region's reports, rising by month. */
export const reportsOf = async (db: Reader, region: string): Promise<RegionReport[]> =>
  await db.select(REPORT).from(regionReports).where(eq(regionReports.region, region)).orderBy(asc(regionReports.month));

/** Every report by region, rising by month. */
export async function allReports(db: Reader): Promise<Map<string, RegionReport[]>> {
  const rows = await jsonRows<RegionReport>(
    db,
    db.select(REPORT).from(regionReports).orderBy(asc(regionReports.region), asc(regionReports.month)),
  );
  return Map.groupBy(rows, ({ region }) => region);
}

/** A region's report of a month; undefined where it has none. */
export const reportOf = (db: Reader, region: string, month: string): Promise<RegionReport | undefined> =>
  db.select(REPORT).from(regionReports).where(and(eq(regionReports.region, region), eq(regionReports.month, month)))
    .get();

/** Adds reports or replaces the regions' ones of these months, in one statement. */
export async function putReports(tx: Tx, reports: readonly RegionReport[]): Promise<void> {
  const columns = Object.entries(REPORT).map(([key, { name }]) => ({ key, name }));
  const names = columns.map(({ name }) => name).join(", ");
  const values = columns.map(({ key }) => `value ->> '${key}'`).join(", ");
  const renewed = columns.map(({ name }) => `${name} = excluded.${name}`).join(", ");
  await tx.run(sql`insert into ${regionReports} (${sql.raw(names)})
    select ${sql.raw(values)} from json_each(${jsonText(reports)}) where true
    on conflict (region, month) do update set ${sql.raw(renewed)}`);
}

/** The settings that were saved, by region. */
export async function savedSettings(db: Reader): Promise<Map<string, SavedSetting>> {
  const rows = await db.select().from(regionSettings);
  return new Map(rows.map((row) => [row.name, { ...row, fillColor: row.fillColor as MarketColour }]));
}

/** A region's setting; the default where it was never saved. */
export async function settingOf(db: Reader, name: string): Promise<SavedSetting> {
  const row = await db.select().from(regionSettings).where(eq(regionSettings.name, name)).get();
  return row ? { ...row, fillColor: row.fillColor as MarketColour } : { ...defaultSetting(name), savedAt: null };
}

/** The month and figures of a report, without its region. */
export function figuresOf({ region: _region, ...report }: RegionReport): MarketReport {
  return report;
}
