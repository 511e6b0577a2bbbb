import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accountRequests } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { loadOpenRequest } from "./_load.ts";
import { removeRequests } from "./_remove_requests.ts";

/** Deletes an open request, with what mails and the trail say of its person. Throws not-found. */
export async function deleteRequestedAccount(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await loadOpenRequest(tx, id);
    await audit(tx, ctx, { action: "request.delete", entityId: id, before });
    await removeRequests(tx, ctx, eq(accountRequests.id, id));
  });
}
