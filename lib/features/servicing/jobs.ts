/** The jobs of the area servicing. */
import { and, asc, eq, exists, gt } from "drizzle-orm";
import { type Context, inTransaction, type Job } from "../../../db/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { entriesToPost } from "../../domain/servicing/posting.ts";
import { loadBook, postMissing } from "./_book.ts";

const HOUR_MS = 3600_000;
const BATCH = 100;

/**
 * Posts what fell due by today in the ledgers of funded loans. Each loan in its own transaction, each row under its own
 * key: a process that ends meanwhile leaves the rest to the next turn, and nothing is posted twice.
 */
export async function postDuePayments(ctx: Context): Promise<void> {
  const { db } = ctx;
  const today = dateInToronto(ctx.now);
  const begun = db.select({ id: ledgerRows.id }).from(ledgerRows).where(eq(ledgerRows.loanId, loans.id));
  for (let last = 0;;) {
    const some = await db.select({ id: loans.id }).from(loans)
      .where(and(eq(loans.adminComSelect, "Funded"), gt(loans.id, last), exists(begun)))
      .orderBy(asc(loans.id)).limit(BATCH);
    for (const { id } of some) {
      const { rows, contracts } = await loadBook(db, id);
      if (entriesToPost(rows, contracts, today).length === 0) continue;
      await inTransaction(db, (tx) => postMissing(tx, ctx, id, today));
    }
    if (some.length < BATCH) return;
    last = some.at(-1)!.id;
  }
}

/** Hourly, so that a day's payments stand in the ledger soon after it begins in Toronto. */
export const servicingJobs: readonly Job[] = [{ name: "due-payments", everyMs: HOUR_MS, run: postDuePayments }];
