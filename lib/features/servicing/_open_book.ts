/** The ledger that a person changes: whole, up to today, of a loan that they may see. */
import type { Context, Tx } from "../../../db/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { type LedgerRow, startOf } from "../../domain/servicing/ledger.ts";
import { getLoanFor, type LoanRow } from "../loans/load.ts";
import { type Book, loadBook, postMissing } from "./_book.ts";

/** Throws 404 for an unknown loan, 409 where it is not lent any more or its ledger has not begun. */
export async function openBook(tx: Tx, ctx: Context, loanId: number, today: string): Promise<Book> {
  const loan = await getLoanFor(ctx.actor, tx, loanId);
  const book = await loadBook(tx, loan.id);
  refuseClosed(loan, book.rows);
  return await postMissing(tx, ctx, loan.id, today, book);
}

/** Throws 409 for a loan that is not lent any more, or whose ledger, in whole, has not begun. */
export function refuseClosed({ adminComSelect }: Pick<LoanRow, "adminComSelect">, rows: readonly LedgerRow[]): void {
  if (adminComSelect !== "Funded") {
    throw conflict("This loan is not funded, so its ledger is closed. Set it to Funded to record more.");
  }
  if (!startOf(rows)) throw conflict("This loan's ledger has not begun. Begin it with its balance first.");
}
