/** Removes a region's report of a month. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { regionReports } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { RemoveMarketReportInput } from "../../schemas/maps/market.ts";
import { audit } from "../audit.ts";
import { figuresOf, reportOf } from "./_reports.ts";
import { refuseChanged, reportEntity } from "./save_market_report.ts";

const CHANGED = "Nothing was removed. Reload the page and look at that change, then remove it again.";

/**
 * The audit row keeps its figures. Throws 404 where there is none, 409 where it is not the one in `seen`: a colleague
 * replaced it meanwhile.
 */
export async function removeMarketReport(
  ctx: Context,
  { region, month, seen }: RemoveMarketReportInput,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const report = await reportOf(tx, region, month);
    if (!report) throw notFound("report");
    await refuseChanged(tx, { region, month, seen }, report, CHANGED);
    await tx.delete(regionReports).where(and(eq(regionReports.region, region), eq(regionReports.month, month)));
    await audit(tx, ctx, {
      action: "region.removeReport",
      entityId: reportEntity(region, month),
      before: figuresOf(report),
    });
  });
}
