/** How a person is mailed news. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import type { NewsPreference } from "../../domain/news/kinds.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { requireEnabled } from "../require_enabled.ts";

/** The actor's choice. */
export async function newsPreferenceOf(ctx: Context): Promise<NewsPreference> {
  const row = await ctx.db.select({ choice: accounts.newsChoice }).from(accounts)
    .where(eq(accounts.id, ctx.actor?.id ?? 0)).get();
  if (!row) throw notFound("account");
  return row.choice;
}

/** Stores the actor's choice for news from now on; what waits for a digest still comes with the next one. */
export async function chooseNews(ctx: Context, { choice }: { choice: NewsPreference }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    const id = ctx.actor?.id ?? 0;
    const row = await tx.select({ newsChoice: accounts.newsChoice }).from(accounts).where(eq(accounts.id, id)).get();
    if (!row) throw notFound("account");
    if (row.newsChoice === choice) return;
    await tx.update(accounts).set({ newsChoice: choice, updatedAt: ctx.now }).where(eq(accounts.id, id));
    await audit(tx, ctx, {
      action: "account.settings",
      entityId: id,
      before: { newsChoice: row.newsChoice },
      after: { newsChoice: choice },
    });
  });
}
