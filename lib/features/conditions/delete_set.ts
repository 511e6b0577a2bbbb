/** Deletes a set of conditions; loans keep theirs. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { conditionSets } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";

/** Throws not-found for an unknown set. */
export function deleteSet(ctx: Context, { id }: { id: number }): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const [deleted] = await tx.delete(conditionSets).where(eq(conditionSets.id, id)).returning();
    if (!deleted) throw notFound("set");
    const before = { name: deleted.name, terms: JSON.parse(deleted.terms) };
    await audit(tx, ctx, { action: "conditionSet.delete", entityId: id, before });
  });
}
