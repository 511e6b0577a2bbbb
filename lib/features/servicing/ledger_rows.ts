import { asc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";

export type StoredLedgerRow = typeof ledgerRows.$inferSelect;

/** A loan's ledger in the order of recording; empty where it has not begun. The loan was loaded for the actor. */
export const ledgerRowsOf = (db: Context["db"] | Tx, loanId: number): Promise<StoredLedgerRow[]> =>
  db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loanId)).orderBy(asc(ledgerRows.id)).all();
