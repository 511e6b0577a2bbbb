/** Deletes a saved filter of the loan list. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { savedFilters } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";

/** Throws not-found for an unknown filter, or another person's. */
export function deleteSavedFilter(ctx: Context, { id }: { id: number }): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const accountId = ctx.actor!.id;
    const [deleted] = await tx.delete(savedFilters)
      .where(and(eq(savedFilters.id, id), eq(savedFilters.accountId, accountId))).returning();
    if (!deleted) throw notFound("filter");
    const before = { name: deleted.name, query: deleted.query };
    await audit(tx, ctx, { action: "filter.delete", entityId: accountId, before });
  });
}
