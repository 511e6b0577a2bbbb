/** What a CSV of market reports would do to those that are stored. */
import { type Context, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import {
  type ColumnMapping,
  guessColumns,
  planImport,
  type PlannedRow,
  type ReadTable,
} from "../../domain/maps/market_import.ts";
import { invalid } from "../../domain/refusal.ts";
import type { MarketImportInput } from "../../schemas/maps/market.ts";
import { allReports, figuresOf } from "./_reports.ts";

export interface MarketImportPlan {
  heads: string[];
  /** What each column was read as. */
  columns: ColumnMapping;
  rows: PlannedRow[];
}

/**
 * Plans a table that was read, in slices between which other requests run; without `columns` they are guessed by their
 * headings. Throws 422 for columns that are not its own.
 */
export async function planMarketImport(
  ctx: Context,
  db: Context["db"] | Tx,
  table: ReadTable,
  { columns: chosen }: Pick<MarketImportInput, "columns">,
): Promise<MarketImportPlan> {
  const columns = chosen ?? guessColumns(table.heads);
  if (columns.length !== table.heads.length) {
    throw invalid("The columns are not those of this file. Choose the file again.");
  }
  const used = columns.filter((one) => one !== "");
  if (new Set(used).size < used.length) throw invalid("Two columns are set to the same field. Choose each field once.");
  const stored = await allReports(db);
  const reportOf = (region: string, month: string) => {
    const found = stored.get(region)?.find((report) => report.month === month);
    return found && figuresOf(found);
  };
  const rows: PlannedRow[] = [];
  for (const slice of planImport(table, columns, reportOf, dateInToronto(ctx.now))) {
    rows.push(...slice);
    await yieldToEventLoop();
  }
  return { heads: table.heads, columns, rows };
}
