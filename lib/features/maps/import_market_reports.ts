/** Imports market reports from a CSV: all of its good rows in one transaction, or none. */
import { type Context, inTransaction, yieldToEventLoop } from "../../../db/mod.ts";
import { countEffects, withSuggestion } from "../../domain/maps/market_import.ts";
import type { MarketReport } from "../../domain/maps/market_report.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { MarketImportInput } from "../../schemas/maps/market.ts";
import { audit } from "../audit.ts";
import { planMarketImport } from "./_plan_import.ts";
import { readTable } from "./_read_table.ts";
import { putReports, type RegionReport } from "./_reports.ts";

/** Reports that one statement writes: some milliseconds, after which other requests run. */
const WRITTEN_AT_ONCE = 1000;
/** Regions whose audit rows are written between two turns. */
const AUDITED_AT_ONCE = 10;

export interface ImportedReports {
  added: number;
  replaced: number;
  unchanged: number;
  leftOut: number;
}

/**
 * Idempotent by region and month: the same file again changes nothing. Wrong rows are refused (422) unless `leaveOut`
 * is their number, as the preview said it; 409 where that number has changed since.
 */
export async function importMarketReports(ctx: Context, input: MarketImportInput): Promise<ImportedReports> {
  const table = readTable(input.text);
  return await inTransaction(ctx.db, async (tx) => {
    const { rows } = await planMarketImport(ctx, tx, table, input);
    const counts = countEffects(rows);
    if (counts.wrong > 0 && input.leaveOut === 0) {
      const first = withSuggestion(rows.find(({ effect }) => effect === "wrong")!);
      const more = counts.wrong - 1;
      const others = more === 0 ? "" : more === 1 ? " 1 more row is wrong." : ` ${more} more rows are wrong.`;
      throw invalid(
        `Line ${first.line}: ${first.problem}.${others} Nothing was imported; correct the file and try again.`,
      );
    }
    if (counts.wrong !== input.leaveOut) {
      throw conflict("The reports have changed since this preview. Choose the file again; nothing was imported.");
    }
    const regions = new Map<string, { before: Record<string, MarketReport>; after: Record<string, MarketReport> }>();
    const changed: RegionReport[] = [];
    for (const { region, month, report, before, effect } of rows) {
      if (!report || effect === "same") continue;
      const halves = regions.get(region) ?? { before: {}, after: {} };
      regions.set(region, halves);
      if (before) halves.before[month] = before;
      halves.after[month] = report;
      changed.push({ region, ...report });
    }
    for (let from = 0; from < changed.length; from += WRITTEN_AT_ONCE) {
      await putReports(tx, changed.slice(from, from + WRITTEN_AT_ONCE));
      await yieldToEventLoop();
    }
    for (const [i, [region, halves]] of [...regions].entries()) {
      if (i % AUDITED_AT_ONCE === 0) await yieldToEventLoop();
      await audit(tx, ctx, { action: "region.import", entityId: region, ...halves });
    }
    return { added: counts.new, replaced: counts.replaces, unchanged: counts.same, leftOut: counts.wrong };
  });
}
