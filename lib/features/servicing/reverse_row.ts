/** Reverses a row that was recorded in error. */
import type { Context } from "../../../db/mod.ts";
import { reversalEntry } from "../../domain/servicing/entries.ts";
import type { ReverseLedgerInput } from "../../schemas/servicing/ledger.ts";
import { undoRow } from "./_undo.ts";

/**
 * As if the row, and what goes with it, had never been. Throws 404 for an unknown loan or row, 409 where it cannot be
 * reversed.
 */
export const reverseRow = (ctx: Context, input: ReverseLedgerInput): Promise<{ rows: number }> =>
  undoRow(ctx, input, (_undone, _rows, today) => ({
    takeBack: (row) => reversalEntry(row, "reversal", today, input.note),
  }));
