/** Makes a campaign: an inactive draft with a name (loans specification 7.4). */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";

/** Returns its id. */
export async function createEmail(ctx: Context, { name }: { name: string }): Promise<{ id: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const [{ id }] = await tx.insert(campaigns).values({ name, createdAt: ctx.now }).returning({ id: campaigns.id });
    await audit(tx, ctx, { action: "campaign.create", entityId: id, after: { name } });
    return { id };
  });
}
