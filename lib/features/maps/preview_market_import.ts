/** What a CSV of market reports would do. Saves nothing. */
import type { Context } from "../../../db/mod.ts";
import { countEffects, type PlannedRow, type RowEffect, withSuggestion } from "../../domain/maps/market_import.ts";
import type { MarketImportInput } from "../../schemas/maps/market.ts";
import { type MarketImportPlan, planMarketImport } from "./_plan_import.ts";
import { readTable } from "./_read_table.ts";

/** Rows that a preview lists: the wrong ones first. */
const LISTED = 200;

export interface MarketImportPreview extends Pick<MarketImportPlan, "heads" | "columns"> {
  counts: Record<RowEffect, number>;
  /** At most LISTED. */
  rows: PlannedRow[];
}

const ORDER: readonly RowEffect[] = ["wrong", "replaces", "new", "same"];

/** Throws 422 for a file that cannot be read. */
export async function previewMarketImport(
  ctx: Context,
  input: Pick<MarketImportInput, "text" | "columns">,
): Promise<MarketImportPreview> {
  const { heads, columns, rows } = await planMarketImport(ctx, ctx.db, readTable(input.text), input);
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(a.effect) - ORDER.indexOf(b.effect) || a.line - b.line);
  return { heads, columns, counts: countEffects(rows), rows: sorted.slice(0, LISTED).map(withSuggestion) };
}
