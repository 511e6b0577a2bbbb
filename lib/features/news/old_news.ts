import { and, asc, inArray, lt } from "drizzle-orm";
import { news } from "../../../db/schema/mod.ts";
import { expiry } from "../retention.ts";

/** News older than its retention. Keys of sent reminders stay. */
export const oldNews = expiry<number>({
  kind: "news",
  find: async (db, before, limit) =>
    (await db.select({ id: news.id }).from(news).where(lt(news.at, before)).orderBy(asc(news.at)).limit(limit))
      .map(({ id }) => id),
  remove: async (tx, _ctx, ids, before) =>
    (await tx.delete(news).where(and(inArray(news.id, ids), lt(news.at, before))).returning({ id: news.id })).length,
});
