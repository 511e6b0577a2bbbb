/** Writes rows that take others of a ledger back: each is taken back once, whichever way it is undone. */
import type { Context, Tx } from "../../../db/mod.ts";
import type { KeyedEntry } from "../../domain/servicing/posting.ts";
import type { LedgerEntry, LedgerRow } from "../../domain/servicing/ledger.ts";
import { auditAll } from "../audit.ts";
import { addRowsTo, plainEntry } from "./_book.ts";

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
export const writeUndo = <Row extends LedgerRow>(
  tx: Tx,
  ctx: Context,
  loanId: number,
  what: Undone<Row>,
  takeBack: (row: Row) => LedgerEntry,
  more: readonly KeyedEntry[] = [],
): Promise<number> => writeUndos(tx, ctx, [{ ...what, loanId, more }], takeBack);

/** The same in several ledgers, at least one, with an audit row each: by two statements, however many they are. */
export async function writeUndos<Row extends LedgerRow>(
  tx: Tx,
  ctx: Context,
  all: readonly (Undone<Row> & { loanId: number; more?: readonly KeyedEntry[] })[],
  takeBack: (row: Row) => LedgerEntry,
): Promise<number> {
  const ledgers = all.map(({ undone, more = [], ...which }) => (
    { ...which, entries: [...undoEntries(undone, takeBack), ...more] }
  ));
  const made = await addRowsTo(tx, ctx, ledgers);
  await auditAll(
    tx,
    ctx,
    ledgers.map(({ loanId, row, entries }) => ({
      action: "ledger.reverse",
      entityId: loanId,
      before: { id: row.id, row: plainEntry(row) },
      after: { rows: entries.map(plainEntry) },
    })),
  );
  return made.length;
}
