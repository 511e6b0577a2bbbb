/** Reverses the row with which a ledger begins, so that it can begin anew. */
import type { Context, Tx } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { reversalEntry, reversedWith } from "../../domain/servicing/entries.ts";
import type { LedgerRow } from "../../domain/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry } from "./_book.ts";

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
  const entries = reversedWith(start, rows).map((row) => ({
    ...reversalEntry(row, "reversal", today, note),
    key: `undo:${row.id}:0`,
    reverses: row.id,
  }));
  await addRows(tx, ctx, loanId, entries);
  await audit(tx, ctx, {
    action: "ledger.reverse",
    entityId: loanId,
    before: { id: start.id, row: plainEntry(start) },
    after: { rows: entries.map(plainEntry) },
  });
}
