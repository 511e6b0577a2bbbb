/** Posts a debit that could not be posted, once what was in its way is gone. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transfers } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import type { TransferInput } from "../../schemas/servicing/transfers.ts";
import { loadUnposted } from "./_transfer_file.ts";
import { updateBooksIn } from "./update_books.ts";
import { postOne } from "./post_transfers.ts";

/**
 * As the act of the person who asks. Throws 404 for an unknown transfer, 409 where none is open or why it cannot be
 * posted.
 */
export function postAgain(ctx: Context, { id }: TransferInput): Promise<void> {
  const today = dateInToronto(ctx.now);
  return inTransaction(ctx.db, async (tx) => {
    const { transfer, file } = await loadUnposted(tx, id);
    const posted = await postOne(tx, ctx, transfer, file, today);
    if (typeof posted === "string") throw conflict(posted);
    await tx.update(transfers).set({ rowId: posted, problem: "" }).where(eq(transfers.id, id));
    await updateBooksIn(tx, ctx, [transfer.loanId!], today);
  });
}
