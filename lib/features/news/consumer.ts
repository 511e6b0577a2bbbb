/** The consumer that turns events into news for people: rows of their lists, and mails as they chose. */
import { and, desc, eq, gt, isNull, lte, ne, or } from "drizzle-orm";
import type { Consumer, Context, Tx } from "../../../db/mod.ts";
import { accounts, loans, news } from "../../../db/schema/mod.ts";
import { GATHER_MS, gathered, isGathered } from "../../domain/news/gather.ts";
import { mailingOf, type News, type NewsPreference } from "../../domain/news/kinds.ts";
import { isSwitchedOn } from "../../domain/news/settings.ts";
import { isAdministrator, ROLE } from "../../domain/permissions.ts";
import { IS_STAFF } from "../by_lender.ts";
import { emit } from "../events.ts";
import { type Notice, NOTICE_TYPES, noticesOf } from "./_notices.ts";
import { newsOf } from "./load.ts";
import { bringUpToDate } from "./_up_to_date.ts";

export const newsConsumer: Consumer = {
  name: "news",
  types: [...NOTICE_TYPES, "news.morning"],
  async handle(tx, ctx, event) {
    if (event.type === "news.morning") return await sendDigest(tx, ctx, event.accountId);
    for (const notice of await noticesOf(tx, event)) {
      if (!isSwitchedOn(ctx.lending().settings.news, notice.news.kind)) continue;
      for (const reader of await readersOf(tx, notice)) await addNews(tx, ctx, notice, reader, event.at);
    }
  },
};

interface Reader {
  id: number;
  role: number;
  name: string;
  newsChoice: NewsPreference;
}

/** The enabled accounts that get the news. */
async function readersOf(
  tx: Tx,
  { loanId, accountId, toBroker, toStaff, toSelf, toOwners, leaveOut, by }: Notice,
): Promise<Reader[]> {
  const loan = loanId === null
    ? undefined
    : await tx.select({ brokerId: loans.brokerId }).from(loans).where(eq(loans.id, loanId)).get();
  if (loanId !== null && !loan) return [];
  const brokerId = loan ? loan.brokerId : accountId;
  const broker = toBroker && brokerId ? and(eq(accounts.id, brokerId), eq(accounts.role, ROLE.broker)) : undefined;
  const staff = toStaff ? IS_STAFF : undefined;
  const self = toSelf && accountId ? eq(accounts.id, accountId) : undefined;
  const owners = toOwners ? eq(accounts.role, ROLE.owner) : undefined;
  if (!broker && !staff && !self && !owners) return [];
  const others = [by, leaveOut].flatMap((id) => id == null ? [] : [ne(accounts.id, id)]);
  const { id, role, name, newsChoice } = accounts;
  return await tx.select({ id, role, name, newsChoice }).from(accounts)
    .where(and(eq(accounts.status, 1), or(broker, staff, self, owners), ...others));
}

async function addNews(tx: Tx, ctx: Context, notice: Notice, reader: Reader, at: number): Promise<void> {
  if (isGathered(notice.news.kind) && await gather(tx, notice, reader, at)) return;
  const mailing = mailingOf(notice.news.kind, reader.newsChoice, isAdministrator(reader));
  const waits = mailing === "now" && isGathered(notice.news.kind);
  const [row] = await tx.insert(news).values({
    accountId: reader.id,
    key: notice.key,
    kind: notice.news.kind,
    loanId: notice.loanId,
    data: JSON.stringify(notice.news.data),
    at,
    mailing,
    mailAt: waits ? at + GATHER_MS : null,
    mailedAt: mailing === "now" && !waits ? ctx.now : null,
  }).onConflictDoNothing().returning({ id: news.id, mailedAt: news.mailedAt });
  if (!row?.mailedAt) return;
  await emit(tx, ctx, { type: "news.due", v: 1, accountId: reader.id, newsIds: [row.id], digest: false });
}

/** Adds to news of the same kind and loan that is a few minutes old and not mailed. False where there is none. */
async function gather(tx: Tx, notice: Notice, reader: Reader, at: number): Promise<boolean> {
  const open = await tx.select().from(news).where(and(
    eq(news.accountId, reader.id),
    gt(news.at, at - GATHER_MS),
    lte(news.at, at),
    eq(news.kind, notice.news.kind),
    notice.loanId === null ? isNull(news.loanId) : eq(news.loanId, notice.loanId),
    isNull(news.mailedAt),
    ne(news.key, notice.key),
  )).orderBy(desc(news.id)).limit(1).get();
  if (!open) return false;
  const both: News | null = gathered(newsOf(open), notice.news);
  await tx.delete(news).where(eq(news.id, open.id));
  if (both) {
    // Under an id of its own: a list that was shown before marks nothing as read that it did not show.
    const { id: _, ...rest } = open;
    await tx.insert(news).values({ ...rest, key: notice.key, data: JSON.stringify(both.data), readAt: null });
  }
  return true;
}

/** Mails what waits for the account's morning and was not read meanwhile. What was read needs no mail. */
async function sendDigest(tx: Tx, ctx: Context, accountId: number): Promise<void> {
  const waiting = and(eq(news.accountId, accountId), eq(news.mailing, "morning"), isNull(news.mailedAt));
  const rows = await tx.update(news).set({ mailedAt: ctx.now }).where(waiting)
    .returning();
  const newsIds: number[] = [];
  for (const row of rows) {
    if (row.readAt === null && await bringUpToDate(tx, row)) newsIds.push(row.id);
  }
  if (newsIds.length === 0) return;
  await emit(tx, ctx, { type: "news.due", v: 1, accountId, newsIds, digest: true });
}
