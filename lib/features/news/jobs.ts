/** The jobs of the area news. */
import { and, asc, eq, exists, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import { type Context, inTransaction, type Job, type MustStop, NEVER_STOP } from "../../../db/mod.ts";
import { accounts, news, newsMornings } from "../../../db/schema/mod.ts";
import { dateInToronto, formatTime, MINUTE_MS } from "../../domain/dates.ts";
import type { Mailing } from "../../domain/news/kinds.ts";
import { MORNING } from "../../domain/news/reminders.ts";
import { emit } from "../events.ts";
import { bringUpToDate } from "./_up_to_date.ts";
import { sendReminders } from "./send_reminders.ts";

const BATCH = 100;
const UNMAILED = sql.raw(valueSql<Mailing>("none"));

/**
 * Once a day from eight in the morning on: reminders, then the digests. A process that ends meanwhile, or whose turn
 * ends, leaves the rest to the next turn; sent reminders have their keys.
 */
export async function runMorning(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  const today = dateInToronto(ctx.now);
  if (formatTime(ctx.now) < MORNING) return;
  const done = await ctx.db.select().from(newsMornings).where(eq(newsMornings.day, today)).get();
  if (done) return;
  await sendReminders(ctx, today, mustStop);
  if (mustStop()) return;
  await askForDigests(ctx);
  await ctx.db.insert(newsMornings).values({ day: today, doneAt: ctx.now }).onConflictDoNothing();
}

/** The reminders' news is written by their events, which are older than these: it comes with this morning's digest. */
async function askForDigests(ctx: Context): Promise<void> {
  const { db } = ctx;
  const waiting = db.select({ one: sql`1` }).from(news)
    .where(and(eq(news.accountId, accounts.id), eq(news.mailing, "morning"), isNull(news.mailedAt)));
  const people = await db.select({ id: accounts.id }).from(accounts)
    .where(and(eq(accounts.status, 1), or(eq(accounts.newsChoice, "digest"), exists(waiting)))).orderBy(
      asc(accounts.id),
    );
  for (let i = 0; i < people.length; i += BATCH) {
    await inTransaction(db, async (tx) => {
      for (const { id } of people.slice(i, i + BATCH)) {
        await emit(tx, ctx, { type: "news.morning", v: 1, accountId: id });
      }
    });
  }
}

/**
 * News that was gathered long enough by `now`, in milliseconds. Written so that the index of what is to be mailed holds
 * it.
 */
export const isGatheredBy = (now: number) =>
  and(sql`${news.mailing} <> ${UNMAILED}`, eq(news.mailing, "now"), isNull(news.mailedAt), lte(news.mailAt, now));

/** Mails news that was gathered long enough. */
export async function mailGathered(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  const due = isGatheredBy(ctx.now);
  for (;;) {
    const many = await inTransaction(ctx.db, async (tx) => {
      const some = tx.select({ id: news.id }).from(news).where(due).limit(BATCH);
      const taken = await tx.update(news).set({ mailedAt: ctx.now }).where(and(due, inArray(news.id, some)))
        .returning();
      for (const row of taken) {
        if (!await bringUpToDate(tx, row)) continue;
        const { id, accountId } = row;
        await emit(tx, ctx, { type: "news.due", v: 1, accountId, newsIds: [id], digest: false });
      }
      return taken.length;
    });
    if (many < BATCH || mustStop()) return;
  }
}

export const newsJobs: readonly Job[] = [
  { name: "news-morning", everyMs: MINUTE_MS, run: runMorning },
  { name: "news-gathered", everyMs: MINUTE_MS, run: mailGathered },
];
