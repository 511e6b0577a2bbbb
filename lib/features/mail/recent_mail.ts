/** What campaigns did in the last 30 days, for the strip above their list. */
import { and, eq, gt, gte, lte, max, min, sql } from "drizzle-orm";
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
  const begun = db.select({
    id: campaignRuns.campaignId,
    run: campaignRuns.run,
    unsubscribed: campaignRuns.unsubscribed,
    trackedId: trackedEmails.id,
  }).from(campaignRuns).leftJoin(trackedEmails, eq(trackedEmails.campaignId, campaignRuns.campaignId))
    .where(gte(campaignRuns.startedAt, since));
  const [runs, newest, { TOUCH_BASE_ENABLED }, waiting] = await Promise.all([
    begun,
    db.select({ id: max(accounts.id) }).from(accounts).get(),
    touchBaseConfigOf(db),
    db.$count(touchBaseQueue, eq(touchBaseQueue.sent, 0)),
  ]);
  // All at once, since each is a round trip to a database server; a file lets others have turns between them.
  const figures = await Promise.all(runs.map((one) => figuresOfRun(ctx, one, since)));
  const sum = (of: "sent" | "opened" | "clicked" | "unsubscribed") => figures.reduce((all, one) => all + one[of], 0);
  return {
    sent: sum("sent"),
    opened: sum("opened"),
    clicked: sum("clicked"),
    unsubscribed: sum("unsubscribed"),
    bounced: new Set(figures.flatMap(({ bounced }) => bounced)).size,
    ...await reachedBrokers(ctx, since, Math.min(...figures.map(({ first }) => first)), newest?.id ?? 0),
    waiting: TOUCH_BASE_ENABLED ? waiting : null,
  };
}

interface BegunRun {
  id: number;
  run: number;
  unsubscribed: number;
  trackedId: number | null;
}

/** What became of a run: mails, people, addresses that mail came back from, and the id of its first recipient. */
async function figuresOfRun(ctx: Context, { id, run, unsubscribed, trackedId }: BegunRun, since: number) {
  const { db } = ctx, inRun = and(eq(trackedRecipients.emailId, trackedId ?? 0), eq(trackedRecipients.sentId, run));
  const [{ sent }, people, recipient, bounced] = await Promise.all([
    countRun(ctx, id, run),
    peopleOfRuns(ctx, id, [run]),
    db.select({ id: min(trackedRecipients.id) }).from(trackedRecipients).where(inRun).get(),
    db.select({ email: suppressedAddresses.email }).from(suppressedAddresses)
      .innerJoin(trackedRecipients, and(inRun, eq(trackedRecipients.email, suppressedAddresses.email)))
      .where(and(eq(suppressedAddresses.why, "bounced"), gte(suppressedAddresses.at, since))),
  ]);
  return {
    sent,
    unsubscribed,
    opened: people(run, "open"),
    clicked: people(run, "link"),
    bounced: bounced.map(({ email }) => email),
    first: recipient?.id ?? Infinity,
  };
}

/**
 * Brokers with an account in use, and whom mail of the runs since an instant left for. `first` is the id of the runs'
 * first recipient, Infinity where they had none; `newest` the highest of an account.
 */
async function reachedBrokers({ db }: Context, since: number, first: number, newest: number) {
  // The status lies behind the text in a mail's row, which an index spares: the columns it has end with the id.
  const left = sql<number>`exists (select 1 from tracked_recipients r
    join tracked_emails e on e.id = r.email_id
    join campaign_runs c on c.campaign_id = e.campaign_id and c.run = r.sent_id and c.started_at >= ${since}
    join mails m on m.idempotency_key = r.mail_key
    where r.account_id = accounts.id and r.id >= ${first} and exists (select 1 from mails s indexed by mails_status
      where s.status in ('sent', 'kept') and s.kind = 'campaign' and s.id = m.id))`;
  const after = Array.from({ length: Math.ceil(newest / BROKERS_AT_ONCE) }, (_, i) => i * BROKERS_AT_ONCE);
  const pages = await Promise.all(
    after.map((id) =>
      db.select({ id: accounts.id, left: Number.isFinite(first) ? left : sql<number>`0` })
        // By id: the index of roles would have each page look at all brokers.
        .from(accounts).where(and(
          sql`+${accounts.role} = ${ROLE.broker}`,
          eq(accounts.status, 1),
          gt(accounts.id, id),
          lte(accounts.id, id + BROKERS_AT_ONCE),
        ))
    ),
  );
  const brokers = pages.flat();
  return { reached: brokers.filter((broker) => broker.left).length, brokers: brokers.length };
}
