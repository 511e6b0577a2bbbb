/** Writes rows that take others of a ledger back: each is taken back once, whichever way it is undone. */
import type { Context, Tx } from "../../../db/mod.ts";
import type { KeyedEntry } from "../../domain/servicing/posting.ts";
import type { LedgerEntry, LedgerRow } from "../../domain/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry } from "./_book.ts";

/** What is undone: the row that was chosen, and those that go with it, itself included. */
export interface Undone<Row extends LedgerRow> {
  row: Row;
  undone: readonly Row[];
}

/** The key of what takes a row back, which nothing else has; `n` from 1 counts what is recorded besides. */
export const undoKey = (rowId: number, n = 0): string => `undo:${rowId}:${n}`;

/** The entries by which rows are taken back. */
export const undoEntries = <Row extends LedgerRow>(
  undone: readonly Row[],
  takeBack: (row: Row) => LedgerEntry,
): KeyedEntry[] => undone.map((one) => ({ ...takeBack(one), key: undoKey(one.id), reverses: one.id }));

/** Takes the rows back by the entries of `takeBack`, and records `more` besides. Answers how many rows it wrote. */
export async function writeUndo<Row extends LedgerRow>(
  tx: Tx,
  ctx: Context,
  loanId: number,
  { row, undone }: Undone<Row>,
  takeBack: (row: Row) => LedgerEntry,
  more: readonly KeyedEntry[] = [],
): Promise<number> {
  const entries = [...undoEntries(undone, takeBack), ...more];
  await addRows(tx, ctx, loanId, entries);
  await audit(tx, ctx, {
    action: "ledger.reverse",
    entityId: loanId,
    before: { id: row.id, row: plainEntry(row) },
    after: { rows: entries.map(plainEntry) },
  });
  return entries.length;
}
