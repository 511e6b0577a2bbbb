/** Undoes a row of a ledger by rows that take it back, and what goes with it. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { reversalProblem, reversedWith } from "../../domain/servicing/entries.ts";
import type { LedgerEntry } from "../../domain/servicing/ledger.ts";
import type { StoredLedgerRow } from "./_book.ts";
import { openBook } from "./_open_book.ts";
import { writeUndo } from "./_write_undo.ts";

/** How rows are undone: the entry that takes each back, and what is recorded besides. */
export interface Undoing {
  takeBack: (row: StoredLedgerRow) => LedgerEntry;
  more?: readonly LedgerEntry[];
}

type Which = { loanId: number; rowId: number };
type Make = (undone: StoredLedgerRow[], rows: StoredLedgerRow[], today: string) => Undoing;

/**
 * Undoes a row together with those that go with it (`undone`, itself included), as `make` says. Throws 404 for an
 * unknown loan or row, 409 where the row cannot be reversed, and what `make` throws.
 */
export function undoRow(ctx: Context, which: Which, make: Make): Promise<{ rows: number }> {
  return inTransaction(ctx.db, (tx) => undoRowIn(tx, ctx, which, make));
}

/** The same within a transaction. */
export async function undoRowIn(
  tx: Tx,
  ctx: Context,
  { loanId, rowId }: Which,
  make: Make,
): Promise<{ rows: number }> {
  const today = dateInToronto(ctx.now);
  const { rows } = await openBook(tx, ctx, loanId, today);
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw notFound("row");
  const reason = reversalProblem(row, rows);
  if (reason) throw conflict(reason);
  const undone = reversedWith(row, rows);
  const { takeBack, more = [] } = make(undone, rows, today);
  const keyed = more.map((entry, i) => ({ ...entry, key: `undo:${row.id}:${i + 1}` }));
  return { rows: await writeUndo(tx, ctx, loanId, { row, undone }, takeBack, keyed) };
}
