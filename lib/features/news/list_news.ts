/** A person's own news. */
import { and, count, isNull, max, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { news } from "../../../db/schema/mod.ts";
import type { NewsKind } from "../../domain/news/kinds.ts";
import { describeNews, type NewsDescription, newsLink } from "../../domain/news/text.ts";
import { isAdministrator, isStaff, ROLE } from "../../domain/permissions.ts";
import type { NewsQuery } from "../../schemas/news.ts";
import { readPage } from "../read_page.ts";
import { retentionOf } from "../retention.ts";
import { loanOf, newsOf, type NewsReader, newsSelect, NO_READER, seenBy } from "./load.ts";

const PAGE_SIZE = 50;

/** One piece of news as its reader sees it. `at` in milliseconds; `path` leads to what it is about. */
export interface ListedNews extends NewsDescription {
  id: number;
  kind: NewsKind;
  at: number;
  read: boolean;
  path: string;
}

/** The bell's count. */
export const unreadSelect = (db: Context["db"], reader: NewsReader) =>
  db.select({ n: count() }).from(news).where(and(seenBy(db, reader), isNull(news.readAt)));

/** Roles that see the same news share a statement. */
const SIGHTS = { owner: ROLE.owner, staff: ROLE.administrator, others: ROLE.broker } as const;
const sightOf = (role: number) => role === ROLE.owner ? "owner" : isStaff(role) ? "staff" : "others";
const unreadQuery = preparedBy((db, sight: keyof typeof SIGHTS) =>
  unreadSelect(db, { id: sql.placeholder("account"), role: SIGHTS[sight] }).prepare()
);

/** How many news the actor has not read: a count over an index. */
export async function countUnread({ db, actor }: Context): Promise<number> {
  if (!actor) return 0;
  return (await unreadQuery(db, sightOf(actor.role)).get({ account: actor.id }))?.n ?? 0;
}

/**
 * A page of the actor's news, the newest first, and for how many days news is kept. `newest` is the id of the last one
 * there is; 0 for none.
 */
export async function listNews(ctx: Context, query: NewsQuery) {
  const reader = ctx.actor ?? NO_READER;
  const unreadOnly = query.show === "unread" ? isNull(news.readAt) : undefined;
  const seen = and(seenBy(ctx.db, reader), unreadOnly);
  const [{ rows, ...part }, newest, unread, kept] = await Promise.all([
    readPage(query.page, {
      size: PAGE_SIZE,
      count: () => ctx.db.$count(news, seen),
      rowsFrom: (offset) => newsSelect(ctx.db, reader, unreadOnly).limit(PAGE_SIZE).offset(offset),
    }),
    ctx.db.select({ id: max(news.id) }).from(news).where(seen).get(),
    countUnread(ctx),
    retentionOf(ctx.db, ctx.site),
  ]);
  const forStaff = isAdministrator(ctx.actor);
  const listed = rows.map(({ news: row, loan }): ListedNews => {
    const what = newsOf(row);
    return {
      id: row.id,
      kind: row.kind,
      at: row.at,
      read: row.readAt !== null,
      path: newsLink(what, row.loanId, forStaff).path,
      ...describeNews(what, loanOf(loan), forStaff),
    };
  });
  return { rows: listed, newest: newest?.id ?? 0, unread, keptDays: kept.news, ...part };
}
