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

/** Takes the rows back by the entries of `takeBack`, and records `more` besides. Answers how many rows it wrote. */
export async function writeUndo<Row extends LedgerRow>(
  tx: Tx,
  ctx: Context,
  loanId: number,
  { row, undone }: Undone<Row>,
  takeBack: (row: Row) => LedgerEntry,
  more: readonly KeyedEntry[] = [],
): Promise<number> {
  const entries = [...undone.map((one) => ({ ...takeBack(one), key: `undo:${one.id}:0`, reverses: one.id })), ...more];
  await addRows(tx, ctx, loanId, entries);
  await audit(tx, ctx, {
    action: "ledger.reverse",
    entityId: loanId,
    before: { id: row.id, row: plainEntry(row) },
    after: { rows: entries.map(plainEntry) },
  });
  return entries.length;
}
