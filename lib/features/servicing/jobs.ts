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
 * key: a process that ends meanwhile leaves the rest to the next turn, and nothing is posted twice. Throws at the end,
 * naming the loans, where some could not be posted.
 */
export async function postDuePayments(ctx: Context): Promise<void> {
  const { db } = ctx;
  const today = dateInToronto(ctx.now);
  const begun = db.select({ id: ledgerRows.id }).from(ledgerRows).where(eq(ledgerRows.loanId, loans.id));
  const failed: { id: number; error: unknown }[] = [];
  for (let last = 0;;) {
    const some = await db.select({ id: loans.id }).from(loans)
      .where(and(eq(loans.adminComSelect, "Funded"), gt(loans.id, last), exists(begun)))
      .orderBy(asc(loans.id)).limit(BATCH);
    for (const { id } of some) {
      await postOne(ctx, id, today).catch((error) => void failed.push({ id, error }));
    }
    if (some.length < BATCH) break;
    last = some.at(-1)!.id;
  }
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id).join(", ");
  throw new Error(`payments due were not posted to the loans ${ids}`, { cause: failed[0].error });
}

async function postOne(ctx: Context, loanId: number, today: string): Promise<void> {
  const { rows, contracts } = await loadBook(ctx.db, loanId);
  if (entriesToPost(rows, contracts, today).length === 0) return;
  await inTransaction(ctx.db, (tx) => postMissing(tx, ctx, loanId, today));
}

/** Hourly, so that a day's payments stand in the ledger soon after it begins in Toronto. */
export const servicingJobs: readonly Job[] = [{ name: "due-payments", everyMs: HOUR_MS, run: postDuePayments }];
