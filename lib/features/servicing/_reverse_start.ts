/** Reverses the row with which a ledger begins, so that it can begin anew. */
import type { Context, Tx } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { reversalEntry, reversedWith } from "../../domain/servicing/entries.ts";
import type { LedgerRow } from "../../domain/servicing/ledger.ts";
import { writeUndo } from "./_write_undo.ts";

/** Writes the reversal today, with `note` as its reason. `reversalProblem` has nothing against it: the caller asked. */
export async function reverseStart(
  tx: Tx,
  ctx: Context,
  loanId: number,
  rows: readonly LedgerRow[],
  start: LedgerRow,
  note: string,
): Promise<void> {
  const today = dateInToronto(ctx.now);
  const undone = reversedWith(start, rows);
  await writeUndo(tx, ctx, loanId, { row: start, undone }, (row) => reversalEntry(row, "reversal", today, note));
}
