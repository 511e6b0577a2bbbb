/** Marks a person's own news as read. */
import { and, eq, isNull, lte } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { news } from "../../../db/schema/mod.ts";
import type { MarkNewsReadInput } from "../../schemas/news.ts";
import { countUnread } from "./list_news.ts";
import { NO_READER, seenBy } from "./load.ts";

/**
 * Marks one, or all up to one; news that is not the reader's, and what is read, stay as they are. Returns how many are
 * unread.
 */
export async function markNewsRead(ctx: Context, input: MarkNewsReadInput): Promise<{ unread: number }> {
  const which = input.id === undefined ? lte(news.id, input.until ?? 0) : eq(news.id, input.id);
  await inTransaction(ctx.db, (tx) =>
    tx.update(news).set({ readAt: ctx.now })
      .where(and(which, seenBy(tx, ctx.actor ?? NO_READER), isNull(news.readAt))));
  return { unread: await countUnread(ctx) };
}
