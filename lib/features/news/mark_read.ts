/** Marks a person's own news as read. */
import { and, eq, isNull, lte } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { news } from "../../../db/schema/mod.ts";
import type { MarkNewsReadInput } from "../../schemas/news.ts";
import { countUnread } from "./list_news.ts";

/** Marks one, or all up to one; others' news and what is read stay as they are. Returns how many are unread. */
export async function markNewsRead(ctx: Context, input: MarkNewsReadInput): Promise<{ unread: number }> {
  const which = input.id === undefined ? lte(news.id, input.until ?? 0) : eq(news.id, input.id);
  await inTransaction(ctx.db, (tx) =>
    tx.update(news).set({ readAt: ctx.now })
      .where(and(which, eq(news.accountId, ctx.actor?.id ?? 0), isNull(news.readAt))));
  return { unread: await countUnread(ctx) };
}
