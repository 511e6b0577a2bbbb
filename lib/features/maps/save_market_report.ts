/** Saves a region's report of a month, entered by hand. */
import { and, or, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { reportProblems } from "../../domain/maps/market_figures.ts";
import { FIGURE_NAMES, type MarketReport, reportDate } from "../../domain/maps/market_report.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import type { SaveMarketReportInput } from "../../schemas/maps/market.ts";
import { audit, changes } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { figuresOf, putReports, type RegionReport, reportOf } from "./_reports.ts";

/** What the audit trail files a region's report under. */
export const reportEntity = (region: string, month: string): string => `${region} ${month}`;

/** The audit rows that changed a region's report of a month: an import has one row for all of a region's months. */
const savesOf = (region: string, month: string) =>
  or(
    rowsOf(["region.report", "region.removeReport"], reportEntity(region, month)),
    and(rowsOf(["region.import"], region), sql`json_type(${auditRows.after}, ${`$."${month}"`}) is not null`),
  );

/**
 * Throws 409 with who changed the month's report where it is not the one in `seen`; undefined compares nothing.
 * `advice` says what to do then, where it is no save.
 */
export async function refuseChanged(
  tx: Tx,
  { region, month, seen }: Pick<SaveMarketReportInput, "region" | "month" | "seen">,
  stored: RegionReport | undefined,
  advice?: string,
): Promise<void> {
  if (seen === undefined || isSame(stored, seen)) return;
  const last = await lastSave(tx, savesOf(region, month));
  throw stale(`the report of ${region}`, last, stored ? figuresOf(stored) : null, advice);
}

/**
 * Adds the report or replaces the month's one. Throws 422 with the fields that are wrong, 409 where the month's report
 * is not the one in `seen` (null: there was none).
 */
export async function saveMarketReport(
  ctx: Context,
  { region, seen, ...entered }: SaveMarketReportInput,
): Promise<MarketReport> {
  const today = dateInToronto(ctx.now);
  const problems = reportProblems(entered, today);
  const [problem] = Object.values(problems);
  if (problem) throw invalid(problem, problems);
  return await inTransaction(ctx.db, async (tx) => {
    const before = await reportOf(tx, region, entered.month);
    const report: RegionReport = { region, date: before?.date ?? reportDate(entered.month, today), ...entered };
    const changed = before ? changes(before, report) : { before: undefined, after: figuresOf(report) };
    if (Object.keys(changed.after).length > 0) {
      await refuseChanged(tx, { region, month: entered.month, seen }, before);
      await putReports(tx, [report]);
      await audit(tx, ctx, { action: "region.report", entityId: reportEntity(region, entered.month), ...changed });
    }
    return figuresOf(report);
  });
}

/** True where the stored report has the figures that were shown. */
function isSame(stored: MarketReport | undefined, seen: SaveMarketReportInput["seen"]): boolean {
  if (!stored || !seen) return !stored && !seen;
  return FIGURE_NAMES.every((name) => stored[name] === seen[name]);
}
