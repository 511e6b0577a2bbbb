/** The outbox as owners see it: what waits, what failed and why, and which addresses get no campaigns. */
import { and, count as rowCount, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { lostMailSql, openMailSql } from "../../../db/derived/mod.ts";
import { mailHold, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import type { OutboxQuery, OutboxState } from "../../schemas/mail/outbox.ts";
import { readPage } from "../read_page.ts";
import { beginsWith, chosenMails } from "./_outbox.ts";

const PAGE = 50;
/** Of all mails there ever were, only the newest are listed. */
const NEWEST = 1000;
/** Addresses without campaigns that are listed; a search finds the others. */
const ADDRESSES_MOST = 200;
const WEEK_MS = 7 * 24 * 3600_000;

const failed = eq(mails.status, "failed");
const WHERE: Readonly<Record<OutboxState, SQL | undefined>> = {
  all: undefined,
  waiting: openMailSql,
  failed,
  bounced: lostMailSql,
};

/** A page of the outbox, the newest first; counts of what needs a look; why no mail leaves, if so. */
export async function listOutbox(ctx: Context, query: OutboxQuery) {
  const { db } = ctx;
  const where = and(WHERE[query.state], chosenMails(query));
  // Lost mails are read in the order of their index, but ids follow the order of writing.
  const newest = query.state === "bounced" ? [desc(mails.createdAt), desc(mails.id)] : [desc(mails.id)];
  const ids = db.select({ id: mails.id }).from(mails).where(where).orderBy(...newest);
  const all = query.state === "all" ? ids.limit(NEWEST).as("newest") : ids.as("every");
  // Whole rows are read for the page alone: the listed columns lie behind a mail's text.
  const here = (offset: number) =>
    db.select({ id: mails.id }).from(mails).where(where).orderBy(...newest).limit(PAGE).offset(offset);
  const rowsFrom = (offset: number) =>
    db.select({
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
    }).from(mails).where(inArray(mails.id, here(offset))).orderBy(...newest);
  const count = async () => (await db.select({ n: rowCount() }).from(all).get())!.n;
  const [part, kinds, waiting, ofFailed, bounced, stop, suppressed] = await Promise.all([
    readPage(query.page, { size: PAGE, count, rowsFrom }),
    kindsOf(ctx),
    db.$count(mails, openMailSql),
    db.$count(mails, failed),
    db.$count(mails, lostMailSql),
    stopOf(ctx),
    query.state === "bounced" ? suppressedList(ctx, query.q) : [],
  ]);
  return {
    ...part,
    kinds,
    newestOnly: query.state === "all" && part.found >= NEWEST,
    counts: { waiting, failed: ofFailed, bounced },
    stop,
    suppressed: suppressed.slice(0, ADDRESSES_MOST),
    moreSuppressed: suppressed.length > ADDRESSES_MOST,
  };
}

/** Every kind there is a mail of, in order: a step of the index each, however many mails there are. */
async function kindsOf({ db }: Pick<Context, "db">): Promise<string[]> {
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

/** True while mail is stopped. */
const STOPPED = sql`exists (select 1 from ${mailHold} where ${mailHold.id} = 1 and ${mailHold.stoppedAt} is not null)`;

const suppressedList = (ctx: Context, q: string) =>
  ctx.db.select().from(suppressedAddresses).where(beginsWith(suppressedAddresses.email, q))
    .orderBy(desc(suppressedAddresses.at)).limit(ADDRESSES_MOST + 1);

/** Mails that an owner has to look at: this week's that failed or bounced, and all that wait while mail is stopped. */
export async function countOutboxProblems(ctx: Context): Promise<number> {
  const since = gte(mails.createdAt, ctx.now - WEEK_MS);
  const [ofFailed, lost, waiting] = await Promise.all([
    ctx.db.$count(mails, and(failed, since)),
    ctx.db.$count(mails, and(lostMailSql, since)),
    ctx.db.$count(mails, and(openMailSql, STOPPED)),
  ]);
  return ofFailed + lost + waiting;
}
