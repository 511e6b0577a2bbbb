/** Undoes a row of a ledger by rows that take it back, and what goes with it. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { reversalProblem, reversedWith } from "../../domain/servicing/entries.ts";
import type { LedgerEntry } from "../../domain/servicing/ledger.ts";
import type { KeyedEntry } from "../../domain/servicing/posting.ts";
import { getLoanFor } from "../loans/load.ts";
import { plainEntry, type StoredLedgerRow } from "./_book.ts";
import { ledgerRowsOf } from "./ledger_rows.ts";
import { openBook } from "./_open_book.ts";
import { undoEntries, undoKey, type Undone, writeUndo } from "./_write_undo.ts";

/** How rows are undone: the entry that takes each back, and what is recorded besides. */
export interface Undoing {
  takeBack: (row: StoredLedgerRow) => LedgerEntry;
  more?: readonly LedgerEntry[];
}

type Which = { loanId: number; rowId: number };
type Make = (undone: readonly StoredLedgerRow[], rows: readonly StoredLedgerRow[], today: string) => Undoing;

/**
 * Undoes a row together with those that go with it (`undone`, itself included), as `make` says; sent again, nothing.
 * Throws 404 for an unknown loan or row, 409 where the row cannot be reversed, and what `make` throws.
 */
export function undoRow(ctx: Context, which: Which, make: Make): Promise<{ rows: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const { id } = await getLoanFor(ctx.actor, tx, which.loanId);
    const isDone = isUndone(await ledgerRowsOf(tx, id), which.rowId, make, dateInToronto(ctx.now));
    return isDone ? { rows: 0 } : await undoNow(tx, ctx, which, make);
  });
}

async function undoNow(tx: Tx, ctx: Context, { loanId, rowId }: Which, make: Make): Promise<{ rows: number }> {
  const today = dateInToronto(ctx.now);
  const { rows } = await openBook(tx, ctx, loanId, today);
  const what = undoneWith(rows, rowId);
  const { takeBack, more } = make(what.undone, rows, today);
  return { rows: await writeUndo(tx, ctx, loanId, what, takeBack, keyed(what.row, more)) };
}

/** A row of an open ledger, and those that go with it. Throws 404 for an unknown row, 409 where it has to stay. */
export function undoneWith(rows: readonly StoredLedgerRow[], rowId: number): Undone<StoredLedgerRow> {
  const row = rows.find(({ id }) => id === rowId);
  if (!row) throw notFound("row");
  const reason = reversalProblem(row, rows);
  if (reason) throw conflict(reason);
  return { row, undone: reversedWith(row, rows) };
}

const keyed = (row: StoredLedgerRow, more: readonly LedgerEntry[] = []): KeyedEntry[] =>
  more.map((entry, i) => ({ ...entry, key: undoKey(row.id, i + 1) }));

/** Whether the row was undone before just as `make` would, whatever the day on which a reversal was made. */
function isUndone(rows: StoredLedgerRow[], rowId: number, make: Make, today: string): boolean {
  const at = rows.findIndex(({ key }) => key === undoKey(rowId)), row = rows.find(({ id }) => id === rowId);
  if (at < 0 || !row) return false;
  const were = rows.slice(0, at), undone = reversedWith(row, were);
  const keys = undone.map(({ id }) => `undo:${id}:`);
  const stored = rows.filter(({ key }) => keys.some((start) => key.startsWith(start)));
  const { takeBack, more } = make(undone, were, today);
  return signOf(stored) === signOf([...undoEntries(undone, takeBack), ...keyed(row, more)]);
}

const signOf = (entries: readonly KeyedEntry[]): string =>
  JSON.stringify(
    entries.map((one) => [one.key, plainEntry(one.kind === "reversal" ? { ...one, day: "" } : one)])
      .sort(([a], [b]) => a < b ? -1 : 1),
  );
