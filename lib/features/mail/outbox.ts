/** The outbox as owners see it: what waits, what failed and why, and which addresses get no campaigns. */
import { and, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { openMailSql } from "../../../db/derived/mod.ts";
import { mailHold, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { BAD_OUTCOMES } from "../../domain/mail/outbox.ts";
import type { OutboxQuery, OutboxState } from "../../schemas/outbox.ts";

const PAGE = 50;
/** Of all mails there ever were, only the newest are listed. */
const NEWEST = 1000;
const ADDRESSES_MOST = 200;
const WEEK_MS = 7 * 24 * 3600_000;

const bounced = inArray(mails.outcome, [...BAD_OUTCOMES]);
const failed = eq(mails.status, "failed");
const WHERE: Readonly<Record<OutboxState, SQL | undefined>> = {
  all: undefined,
  waiting: openMailSql,
  failed,
  bounced,
};

/** Addresses that begin so, whatever their case. */
function startsWith(text: string): SQL | undefined {
  if (!text) return undefined;
  return sql`${mails.to} collate nocase >= ${text} and ${mails.to} collate nocase < ${text + "\u{10FFFF}"}`;
}

/** A page of the outbox, the newest first; counts of what needs a look; why no mail leaves, if so. */
export async function listOutbox(ctx: Context, query: OutboxQuery) {
  const { db } = ctx;
  const where = and(WHERE[query.state], startsWith(query.q));
  const most = query.state === "all" ? NEWEST : -1;
  const scope = db.select({ id: mails.id, kind: mails.kind }).from(mails).where(where).orderBy(desc(mails.id))
    .limit(most).as("scope");
  const kinds = await db.select({ kind: scope.kind, n: count() }).from(scope).groupBy(scope.kind);
  const found = kinds.filter(({ kind }) => !query.kind || kind === query.kind).reduce((sum, { n }) => sum + n, 0);
  const pages = Math.max(1, Math.ceil(found / PAGE));
  const page = Math.min(query.page, pages);
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
  }).from(mails).where(and(where, query.kind ? eq(mails.kind, query.kind) : undefined)).orderBy(desc(mails.id))
    .limit(PAGE).offset((page - 1) * PAGE);
  return {
    rows,
    found,
    page,
    pages,
    kinds: kinds.map(({ kind }) => kind).sort(),
    newestOnly: query.state === "all" && found >= NEWEST,
    counts: {
      waiting: await db.$count(mails, openMailSql),
      failed: await db.$count(mails, failed),
      bounced: await db.$count(mails, bounced),
    },
    stop: await stopOf(ctx),
    suppressed: query.state === "bounced" ? await suppressedList(ctx) : [],
  };
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
  const lost = await ctx.db.$count(mails, and(failed, since)) + await ctx.db.$count(mails, and(bounced, since));
  return await stopOf(ctx) ? lost + await ctx.db.$count(mails, openMailSql) : lost;
}
