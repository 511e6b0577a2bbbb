/** A person's own news. */
import { and, count, eq, isNull, max, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { news } from "../../../db/schema/mod.ts";
import type { NewsKind } from "../../domain/news/kinds.ts";
import { newsLink, type NewsWords, newsWords } from "../../domain/news/words.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import type { NewsQuery } from "../../schemas/news.ts";
import { loanOf, newsOf, newsSelect } from "./load.ts";

export const PAGE_SIZE = 50;

/** One piece of news as its reader sees it. `at` in milliseconds; `path` leads to what it is about. */
export interface ListedNews extends NewsWords {
  id: number;
  kind: NewsKind;
  at: number;
  read: boolean;
  path: string;
}

const unreadQuery = preparedBy((db, _key: "unread") =>
  db.select({ n: count() }).from(news).where(and(eq(news.accountId, sql.placeholder("account")), isNull(news.readAt)))
    .prepare()
);

/** How many news the actor has not read: a count over an index. */
export async function countUnread(ctx: Context): Promise<number> {
  return (await unreadQuery(ctx.db, "unread").get({ account: ctx.actor?.id ?? 0 }))?.n ?? 0;
}

/** A page of the actor's news, the newest first. `newest` is the id of the last one there is; 0 for none. */
export async function listNews(ctx: Context, query: NewsQuery) {
  const own = eq(news.accountId, ctx.actor?.id ?? 0);
  const shown = query.show === "unread" ? and(own, isNull(news.readAt)) : own;
  const [counted, unread] = await Promise.all([
    ctx.db.select({ found: count(), newest: max(news.id) }).from(news).where(shown).get(),
    countUnread(ctx),
  ]);
  const found = counted?.found ?? 0, newest = counted?.newest ?? 0;
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE)), page = Math.min(query.page, pages);
  const rows = await newsSelect(ctx.db, shown).limit(PAGE_SIZE).offset((page - 1) * PAGE_SIZE);
  const forStaff = isAdministrator(ctx.actor);
  const listed = rows.map(({ news: row, loan }): ListedNews => {
    const what = newsOf(row);
    return {
      id: row.id,
      kind: row.kind,
      at: row.at,
      read: row.readAt !== null,
      path: newsLink(what, row.loanId, forStaff).path,
      ...newsWords(what, loanOf(loan), forStaff),
    };
  });
  return { rows: listed, found, newest, unread, page, pages };
}
