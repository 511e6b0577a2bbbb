/** Skips a touch-base mail that waits (loans specification 4.7). */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { touchBaseQueue } from "../../../db/schema/mod.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";

/** Throws 404 where there is no such row, 409 once it was sent. Skipping twice changes nothing. */
export async function skipTouchBaseEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const item = await tx.select().from(touchBaseQueue).where(eq(touchBaseQueue.id, id)).get();
    if (!item) throw notFound("email");
    if (item.skip === 1) return;
    if (item.sent === 1) throw conflict("This mail was sent already, so it cannot be skipped. Open touch-base again.");
    await tx.update(touchBaseQueue).set({ sent: 1, skip: 1, sentDate: ctx.now })
      .where(and(eq(touchBaseQueue.id, id), eq(touchBaseQueue.sent, 0)));
    await audit(tx, ctx, { action: "touchBase.skip", entityId: id, before: { accountId: item.accountId } });
  });
}
