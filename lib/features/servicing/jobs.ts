/** The jobs of the area servicing. */
import { type Context, type Job, type MustStop, NEVER_STOP } from "../../../db/mod.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import { type FailedBook, updateBooks } from "./update_books.ts";
import { postTransfers } from "./post_transfers.ts";
import { resealDetails } from "./reseal_details.ts";

/**
 * Posts what fell due by today in the ledgers of funded loans, and keeps the book. A process that ends meanwhile leaves
 * the rest to the next turn. Throws at the end, naming the loans, where some could not be posted.
 */
export async function postDuePayments(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  throwFor("payments due", await updateBooks(ctx, { mustStop }));
}

/**
 * Posts the debits whose payment date has come. Throws at the end, naming the loans, where some could not be posted.
 */
async function postDebits(ctx: Context, mustStop: MustStop): Promise<void> {
  throwFor("debits", await postTransfers(ctx, mustStop));
}

function throwFor(what: string, failed: readonly FailedBook[]): void {
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id).join(", ");
  throw new Error(`${what} were not posted to the loans ${ids}`, { cause: failed[0].error });
}

/** Each minute, so that a day's payments stand in the ledger soon after it begins in Toronto. */
export const servicingJobs: readonly Job[] = [
  { name: "due-payments", everyMs: MINUTE_MS, run: postDuePayments },
  { name: "debits", everyMs: MINUTE_MS, run: postDebits },
  { name: "bank-details", everyMs: MINUTE_MS, run: resealDetails },
];
