/** What campaigns did in the last 30 days, for the strip above their list. */
import { and, asc, eq, gt, gte, min, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import {
  accounts,
  campaignRuns,
  suppressedAddresses,
  touchBaseQueue,
  trackedEmails,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../domain/permissions.ts";
import { countRun, peopleOfRuns } from "./get_email.ts";
import { touchBaseConfigOf } from "./get_touch_base.ts";

const DAYS_MS = 30 * 24 * 3_600_000;
/** Brokers that one statement looks at: what a statement reads keeps everybody else waiting. */
const BROKERS_AT_ONCE = 1000;

/**
 * Counts of mails and people of the runs that began in the last 30 days; `waiting` is touch-base's, null where it is
 * off.
 */
export interface RecentMail {
  sent: number;
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
  const runs = await db.select({
    id: campaignRuns.campaignId,
    run: campaignRuns.run,
    unsubscribed: campaignRuns.unsubscribed,
    trackedId: trackedEmails.id,
  }).from(campaignRuns).leftJoin(trackedEmails, eq(trackedEmails.campaignId, campaignRuns.campaignId))
    .where(gte(campaignRuns.startedAt, since));
  const total = { sent: 0, opened: 0, clicked: 0, unsubscribed: 0 };
  const bounced = new Set<string>();
  let first = Infinity;
  for (const { id, run, unsubscribed, trackedId } of runs) {
    total.sent += (await countRun(ctx, id, run)).sent;
    total.unsubscribed += unsubscribed;
    if (trackedId === null) continue;
    const people = await peopleOfRuns(ctx, trackedId, [run]);
    total.opened += people(run, "open");
    total.clicked += people(run, "link");
    const inRun = and(eq(trackedRecipients.emailId, trackedId), eq(trackedRecipients.sentId, run));
    first = Math.min(
      first,
      (await db.select({ id: min(trackedRecipients.id) }).from(trackedRecipients).where(inRun).get())!.id ?? Infinity,
    );
    const back = await db.select({ email: suppressedAddresses.email }).from(suppressedAddresses)
      .innerJoin(trackedRecipients, and(inRun, eq(trackedRecipients.email, suppressedAddresses.email)))
      .where(and(eq(suppressedAddresses.why, "bounced"), gte(suppressedAddresses.at, since)));
    for (const { email } of back) bounced.add(email);
  }
  const { TOUCH_BASE_ENABLED } = await touchBaseConfigOf(db);
  return {
    ...total,
    bounced: bounced.size,
    ...await reachedBrokers(ctx, since, first),
    waiting: TOUCH_BASE_ENABLED ? await db.$count(touchBaseQueue, eq(touchBaseQueue.sent, 0)) : null,
  };
}

/**
 * Brokers with an account in use, and whom mail of the runs since an instant left for; `first` is its first recipient.
 */
async function reachedBrokers({ db }: Context, since: number, first: number) {
  // The status lies behind the text in a mail's row, which an index spares: the columns it has end with the id.
  const left = sql<number>`exists (select 1 from tracked_recipients r
    join tracked_emails e on e.id = r.email_id
    join campaign_runs c on c.campaign_id = e.campaign_id and c.run = r.sent_id and c.started_at >= ${since}
    join mails m on m.idempotency_key = r.mail_key
    where r.account_id = accounts.id and r.id >= ${first} and exists (select 1 from mails s indexed by mails_status
      where s.status in ('sent', 'kept') and s.kind = 'campaign' and s.id = m.id))`;
  const seen = { reached: 0, brokers: 0 };
  for (let last = 0;;) {
    const page = await db.select({ id: accounts.id, left: Number.isFinite(first) ? left : sql<number>`0` })
      // By id: the index of roles would have each page look at all that follow, to sort them.
      .from(accounts).where(and(sql`+${accounts.role} = ${ROLE.broker}`, eq(accounts.status, 1), gt(accounts.id, last)))
      .orderBy(asc(accounts.id)).limit(BROKERS_AT_ONCE);
    seen.brokers += page.length;
    for (const broker of page) seen.reached += broker.left;
    if (page.length < BROKERS_AT_ONCE) return seen;
    last = page.at(-1)!.id;
  }
}
