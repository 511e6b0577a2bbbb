/** A loan's ledger in the database: reading it whole, and adding rows to it. */
import type { Context, Tx } from "../../../db/mod.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";
import type { LedgerEntry } from "../../domain/servicing/ledger.ts";
import { entriesToPost, type KeyedEntry } from "../../domain/servicing/posting.ts";
import { audit, SYSTEM } from "../audit.ts";
import { contractsOf, type StoredContract } from "../loans/contracts.ts";
import { ledgerRowsOf, type StoredLedgerRow } from "./ledger_rows.ts";

export type { StoredLedgerRow };

export interface Book {
  rows: StoredLedgerRow[];
  contracts: StoredContract[];
}

/** The rows as recorded, and the contracts that came into force. The loan was already loaded for the actor. */
export async function loadBook(db: Context["db"] | Tx, loanId: number): Promise<Book> {
  const [rows, contracts] = await Promise.all([
    ledgerRowsOf(db, loanId),
    contractsOf(db, loanId),
  ]);
  return { rows, contracts: contracts.filter(({ stage }) => stage === "in force") };
}

type NewRow = KeyedEntry & { reverses?: number };

/** Adds entries, at least one, in order and by one statement, each under its own key; answers their rows. */
export const addRows = (
  tx: Tx,
  ctx: Context,
  loanId: number,
  entries: readonly NewRow[],
  by = ctx.actor,
): Promise<StoredLedgerRow[]> => addRowsTo(tx, ctx, [{ loanId, entries }], by);

/** The same to several ledgers. */
export async function addRowsTo(
  tx: Tx,
  ctx: Context,
  ledgers: readonly { loanId: number; entries: readonly NewRow[] }[],
  by = ctx.actor,
): Promise<StoredLedgerRow[]> {
  const recorded = { recordedAt: ctx.now, recordedBy: by?.id ?? null, recordedByName: by?.name ?? "" };
  const rows = ledgers.flatMap(({ loanId, entries }) => entries.map((entry) => ({ ...entry, loanId, ...recorded })));
  const made = await tx.insert(ledgerRows).values(rows).returning();
  // SQLite promises no order of what it returns.
  return made.sort((a, b) => a.id - b.id);
}

/**
 * Posts what is missing up to `today` in the ledger, with its audit row, as the portal's own act. `book` is the ledger
 * where this transaction has read it already.
 */
export async function postMissing(tx: Tx, ctx: Context, loanId: number, today: string, book?: Book): Promise<Book> {
  const { rows, contracts } = book ?? await loadBook(tx, loanId);
  const missing = entriesToPost(rows, contracts, today);
  if (missing.length === 0) return { rows, contracts };
  const made = await addRows(tx, ctx, loanId, missing, null);
  const after = { rows: missing.map(plainEntry) };
  await audit(tx, { ...ctx, address: "" }, { action: "ledger.post", entityId: loanId, after, actor: SYSTEM });
  return { rows: [...rows, ...made], contracts };
}

/** What an audit row says of an entry. */
export const plainEntry = ({ kind, day, principal, due, charges, paid, note }: LedgerEntry): LedgerEntry => (
  { kind, day, principal, due, charges, paid, note }
);
