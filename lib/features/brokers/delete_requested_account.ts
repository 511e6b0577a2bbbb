import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accountRequests } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { loadOpenRequest } from "./_load.ts";

/** Deletes an open request with its password hash. Throws not-found. */
export async function deleteRequestedAccount(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await loadOpenRequest(tx, id);
    await tx.delete(accountRequests).where(eq(accountRequests.id, id));
    await audit(tx, ctx, { action: "request.delete", entityId: id, before });
  });
}
