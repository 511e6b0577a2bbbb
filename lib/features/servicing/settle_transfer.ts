/** Marks a debit that could not be posted as settled by hand. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transfers } from "../../../db/schema/mod.ts";
import type { TransferInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { loadUnposted } from "./_transfer_file.ts";

/** Nothing is posted for it any more. Throws 404 for an unknown transfer, 409 where none is open. */
export function settleTransfer(ctx: Context, { id }: TransferInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { transfer: { fileId, problem, reference } } = await loadUnposted(tx, id);
    await tx.update(transfers).set({ problem: "" }).where(eq(transfers.id, id));
    await audit(tx, ctx, {
      action: "transfers.settle",
      entityId: fileId,
      before: { reference, problem },
      after: { reference, problem: "" },
    });
  });
}
