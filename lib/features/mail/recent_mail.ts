/** What campaigns did in the last 30 days, for the strip above their list. */
import { and, between, count, eq, max, min, type SQL, sql } from "drizzle-orm";
import { quoteList, valueSql } from "../../../db/derived/mod.ts";
import { type Context, isServer } from "../../../db/mod.ts";
import { accounts, touchBaseQueue, trackedRecipients } from "../../../db/schema/mod.ts";
import type { CampaignKind } from "../../domain/mail/campaign.ts";
import { type MailOutcome, type MailStatus, SENT_STATUSES } from "../../domain/mail/outbox.ts";
import { ROLE } from "../../domain/permissions.ts";
import { touchBaseConfigOf } from "./get_touch_base.ts";

/** As literals: an index has the statuses. */
const LEFT_OUTBOX = sql.raw(quoteList(SENT_STATUSES));
const CAMPAIGN = sql.raw(valueSql<CampaignKind>("campaign")), BOUNCED = sql.raw(valueSql<MailOutcome>("bounced"));
const KEPT = sql.raw(valueSql<MailStatus>("kept"));
const DAYS_MS = 30 * 24 * 3_600_000;
/** Brokers of a file that one statement looks at. */
const BROKERS_AT_ONCE = 1000;

/**
 * Counts of mails and people of the runs that began in the last 30 days; `waiting` is touch-base's, null where it is
 * off.
 */
export interface RecentMail {
  sent: number;
  /** Of `sent`: kept here, since no mail service was set. */
  kept: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  /** Addresses of these runs that mail came back from for good. */
  bounced: number;
  /** Brokers with an account in use whom a mail of these runs left for, of all with one. */
  reached: number;
  brokers: number;
  waiting: number | null;
}

/** The figures of the last 30 days up to now. People only, machines do not count. */
export async function recentMail(ctx: Context): Promise<RecentMail> {
  const { db, now } = ctx, since = now - DAYS_MS;
  const [[sums], reached, { TOUCH_BASE_ENABLED }, waiting] = await Promise.all([
    sumsSince(ctx, since),
    isServer(db) ? reachedOf(ctx, since, { first: firstSince(since) }) : reachedInTurns(ctx, since),
    touchBaseConfigOf(db),
    db.$count(touchBaseQueue, eq(touchBaseQueue.sent, 0)),
  ]);
  return { ...sums, ...reached, waiting: TOUCH_BASE_ENABLED ? waiting : null };
}

/** The runs that began since an instant, with their tracked emails. */
const runsSince = (since: number): SQL =>
  sql`(select r.campaign_id as id, r.run, r.unsubscribed, e.id as tracked from campaign_runs r
    left join tracked_emails e on e.campaign_id = r.campaign_id where r.started_at >= ${since})`;

/**
 * Mails, people and unsubscribes of these runs, and the addresses that bounced since. The joins are cross joins, so
 * that SQLite starts from the few runs: it would read every recipient for each address.
 */
const sumsSince = ({ db }: Context, since: number) =>
  db.all<Pick<RecentMail, "sent" | "kept" | "opened" | "clicked" | "unsubscribed" | "bounced">>(sql`
    with runs as materialized (select * from ${runsSince(since)}),
    people as (select p.* from runs cross join run_people p on p.email_id = runs.tracked and p.sent_id = runs.run)
    select
      (select coalesce(sum(m.mails), 0) from runs cross join run_mails m
        on m.campaign_id = runs.id and m.run = runs.run and m.status in ${LEFT_OUTBOX}) as sent,
      (select coalesce(sum(m.mails), 0) from runs cross join run_mails m
        on m.campaign_id = runs.id and m.run = runs.run and m.status = ${KEPT}) as kept,
      (select coalesce(sum(opened), 0) from people) as opened,
      (select coalesce(sum(clicked), 0) from people) as clicked,
      (select coalesce(sum(unsubscribed), 0) from runs) as unsubscribed,
      (select count(*) from suppressed_addresses s where s.why = ${BOUNCED} and s.at >= ${since} and exists
        (select 1 from runs cross join tracked_recipients t
          on t.email_id = runs.tracked and t.sent_id = runs.run and t.email = s.email)) as bounced`);

/** The id of the first recipient of these runs; null where they had none. */
const firstSince = (since: number): SQL =>
  sql`(select min(t.id) from ${runsSince(since)} runs
    cross join tracked_recipients t on t.email_id = runs.tracked and t.sent_id = runs.run)`;

/**
 * Brokers with an account in use, and how many of them mail of the runs since an instant left for. `first` is the id of
 * the runs' first recipient; `ids` are the accounts that are looked at, all without.
 */
async function reachedOf({ db }: Context, since: number, { first, ids }: { first: SQL; ids?: [number, number] }) {
  // The status lies behind the text in a mail's row; the index, whose columns end with the id, spares reading it.
  const left = sql`exists (select 1 from tracked_recipients r
    join tracked_emails e on e.id = r.email_id
    join campaign_runs c on c.campaign_id = e.campaign_id and c.run = r.sent_id and c.started_at >= ${since}
    join mails m on m.idempotency_key = r.mail_key
    where r.account_id = accounts.id and r.id >= ${first} and exists (select 1 from mails s indexed by mails_status
      where s.status in ${LEFT_OUTBOX} and s.kind = ${CAMPAIGN} and s.id = m.id))`;
  const counted = await db.select({ brokers: count(), reached: sql<number>`coalesce(sum(${left}), 0)` }).from(accounts)
    // By id: the index of roles would have each page look at all brokers.
    .where(and(
      sql`+${accounts.role} = ${ROLE.broker}`,
      eq(accounts.status, 1),
      ids && between(accounts.id, ...ids),
    )).get();
  return counted!;
}

/** The same of a file, whose statements keep everybody else waiting: run by run, and some brokers at a time. */
async function reachedInTurns(ctx: Context, since: number) {
  const { db } = ctx;
  const [runs, newest] = await Promise.all([
    db.all<{ run: number; tracked: number | null }>(sql`select run, tracked from ${runsSince(since)}`),
    db.select({ id: max(accounts.id) }).from(accounts).get(),
  ]);
  const firsts = await Promise.all(
    runs.map(({ run, tracked }) =>
      db.select({ id: min(trackedRecipients.id) }).from(trackedRecipients)
        .where(and(eq(trackedRecipients.emailId, tracked ?? 0), eq(trackedRecipients.sentId, run))).get()
    ),
  );
  const first = Math.min(...firsts.map((one) => one?.id ?? Infinity));
  const starts = Array.from({ length: Math.ceil((newest?.id ?? 0) / BROKERS_AT_ONCE) }, (_, i) => i * BROKERS_AT_ONCE);
  const pages = await Promise.all(starts.map((start) =>
    reachedOf(ctx, since, {
      first: Number.isFinite(first) ? sql`${first}` : sql`null`,
      ids: [start + 1, start + BROKERS_AT_ONCE],
    })
  ));
  const sum = (of: "reached" | "brokers") => pages.reduce((all, one) => all + one[of], 0);
  return { reached: sum("reached"), brokers: sum("brokers") };
}
