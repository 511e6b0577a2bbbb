/** Undoes a row of a ledger by rows that take it back. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import type { LedgerEntry } from "../../domain/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry, type StoredLedgerRow } from "./_book.ts";
import { openBook } from "./_open_book.ts";

/**
 * Adds the entries that `make` gives for the row, the first as its reversal. Throws 404 for an unknown loan or row, 409
 * where the row cannot be reversed, and what `make` throws.
 */
export function undoRow(
  ctx: Context,
  { loanId, rowId }: { loanId: number; rowId: number },
  make: (row: StoredLedgerRow, rows: StoredLedgerRow[], today: string) => LedgerEntry[],
): Promise<{ rows: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const today = dateInToronto(ctx.now);
    const { rows } = await openBook(tx, ctx, loanId, today);
    const row = rows.find(({ id }) => id === rowId);
    if (!row) throw notFound("row");
    const reason = reversalProblem(row, rows);
    if (reason) throw conflict(reason);
    const entries = make(row, rows, today);
    const keyed = entries.map((entry, i) => ({
      ...entry,
      key: `undo:${row.id}:${i}`,
      ...(i === 0 && { reverses: row.id }),
    }));
    await addRows(tx, ctx, loanId, keyed);
    await audit(tx, ctx, {
      action: "ledger.reverse",
      entityId: loanId,
      before: { id: row.id, row: plainEntry(row) },
      after: { rows: entries.map(plainEntry) },
    });
    return { rows: entries.length };
  });
}
