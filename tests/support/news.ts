/** News in a test's database, and the rows that events wrote. */
import { and, asc, eq } from "drizzle-orm";
import { news } from "../../db/schema/mod.ts";
import type { News } from "../../lib/domain/news/kinds.ts";
import type { TestAccount, TestApp } from "./app.ts";

/** Puts unread news into somebody's list and gives its id. */
export async function makeNews(
  t: TestApp,
  { id: accountId }: { id: number },
  { kind, data }: News,
  more: Partial<typeof news.$inferInsert> = {},
): Promise<number> {
  const key = `test:${crypto.randomUUID()}`;
  const [row] = await t.deps.db.insert(news)
    .values({ accountId, key, kind, data: JSON.stringify(data), at: t.now(), mailing: "none", ...more })
    .returning({ id: news.id });
  return row.id;
}

/** Somebody's news, oldest first, as kind and facts. What waits in the outbox is handled before. */
export async function newsOfAccount(t: TestApp, { id }: TestAccount): Promise<News[]> {
  await t.mails();
  const rows = await t.deps.db.select().from(news).where(and(eq(news.accountId, id))).orderBy(asc(news.id));
  return rows.map(({ kind, data }) => ({ kind, data: JSON.parse(data) }) as News);
}
