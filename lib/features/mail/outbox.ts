/** The outbox as owners see it: what waits, what failed and why, and which addresses get no campaigns. */
import { and, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { lostMailSql, openMailSql } from "../../../db/derived/mod.ts";
import { mailHold, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { pageAt } from "../../domain/paging.ts";
import type { OutboxQuery, OutboxState } from "../../schemas/outbox.ts";

const PAGE = 50;
/** Of all mails there ever were, only the newest are listed. */
const NEWEST = 1000;
const ADDRESSES_MOST = 200;
const WEEK_MS = 7 * 24 * 3600_000;

const failed = eq(mails.status, "failed");
const WHERE: Readonly<Record<OutboxState, SQL | undefined>> = {
  all: undefined,
  waiting: openMailSql,
  failed,
  bounced: lostMailSql,
};

/** Addresses that begin so, whatever their case. */
function startsWith(text: string): SQL | undefined {
  if (!text) return undefined;
  return sql`${mails.to} collate nocase >= ${text} and ${mails.to} collate nocase < ${text + "\u{10FFFF}"}`;
}

/** A page of the outbox, the newest first; counts of what needs a look; why no mail leaves, if so. */
export async function listOutbox(ctx: Context, query: OutboxQuery) {
  const { db } = ctx;
  const where = and(WHERE[query.state], startsWith(query.q), query.kind ? eq(mails.kind, query.kind) : undefined);
  // Lost mails are read in the order of their index, but ids follow the order of writing.
  const newest = query.state === "bounced" ? [desc(mails.createdAt), desc(mails.id)] : [desc(mails.id)];
  const ids = db.select({ id: mails.id }).from(mails).where(where).orderBy(...newest);
  const all = query.state === "all" ? ids.limit(NEWEST).as("newest") : ids.as("every");
  const found = (await db.select({ n: count() }).from(all).get())!.n;
  const { page, pages, offset } = pageAt(query.page, found, PAGE);
  // Whole rows are read only of the page: what is listed of a mail lies behind its text.
  const here =
    (await db.select({ id: mails.id }).from(mails).where(where).orderBy(...newest).limit(PAGE).offset(offset))
      .map(({ id }) => id);
  const rows = await db.select({
    id: mails.id,
    kind: mails.kind,
    to: mails.to,
    subject: mails.subject,
    status: mails.status,
    tries: mails.tries,
    dueAt: mails.dueAt,
    createdAt: mails.createdAt,
    sentAt: mails.sentAt,
    error: mails.error,
    outcome: mails.outcome,
    outcomeReason: mails.outcomeReason,
    suppressed: sql<number>`exists (select 1 from ${suppressedAddresses} s where s.email = lower(${mails.to}))`,
  }).from(mails).where(inArray(mails.id, here)).orderBy(...newest);
  return {
    rows,
    found,
    page,
    pages,
    kinds: await kindsOf(ctx),
    newestOnly: query.state === "all" && found >= NEWEST,
    counts: {
      waiting: await db.$count(mails, openMailSql),
      failed: await db.$count(mails, failed),
      bounced: await db.$count(mails, lostMailSql),
    },
    stop: await stopOf(ctx),
    suppressed: query.state === "bounced" ? await suppressedList(ctx) : [],
  };
}

/** Every kind there is a mail of, in order: a step of the index each, however many mails there are. */
export async function kindsOf({ db }: Pick<Context, "db">): Promise<string[]> {
  const rows = await db.all<{ kind: string | null }>(sql`with recursive kinds(kind) as (
    select min(kind) from mails union all
    select (select min(kind) from mails where kind > kinds.kind) from kinds where kinds.kind is not null
  ) select kind from kinds where kind is not null`);
  return rows.map(({ kind }) => kind!);
}

export type OutboxRow = Awaited<ReturnType<typeof listOutbox>>["rows"][number];

/** Since when an operator's mistake holds all mail, and why; null where mail leaves. */
async function stopOf(ctx: Context): Promise<{ since: number; reason: string } | null> {
  const hold = await ctx.db.select().from(mailHold).where(eq(mailHold.id, 1)).get();
  return hold?.stoppedAt ? { since: hold.stoppedAt, reason: hold.reason ?? "" } : null;
}

const suppressedList = (ctx: Context) =>
  ctx.db.select().from(suppressedAddresses).orderBy(desc(suppressedAddresses.at)).limit(ADDRESSES_MOST);

/** Mails that an owner has to look at: this week's that failed or bounced, and all that wait while mail is stopped. */
export async function countOutboxProblems(ctx: Context): Promise<number> {
  const since = gte(mails.createdAt, ctx.now - WEEK_MS);
  const lost = await ctx.db.$count(mails, and(failed, since)) + await ctx.db.$count(mails, and(lostMailSql, since));
  return await stopOf(ctx) ? lost + await ctx.db.$count(mails, openMailSql) : lost;
}
