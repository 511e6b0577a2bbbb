/** What campaigns did in the last 30 days, for the strip above their list. */
import { and, countDistinct, eq, gte, or } from "drizzle-orm";
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

/** Counts of mails and people of the runs that began in the last 30 days; `waiting` is touch-base's, null where it is off. */
export interface RecentMail {
  sent: number;
  opened: number;
  clicked: number;
  unsubscribed: number;
  bounced: number;
  /** Brokers with a mail in these runs, of all brokers. */
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
  for (const { id, run, unsubscribed, trackedId } of runs) {
    const people = await peopleOfRuns(ctx, trackedId ?? undefined, [run]);
    total.sent += (await countRun(ctx, id, run)).sent;
    total.opened += people(run, "open");
    total.clicked += people(run, "link");
    total.unsubscribed += unsubscribed;
  }
  const inRuns = or(
    ...runs.filter(({ trackedId }) => trackedId !== null).map(({ trackedId, run }) =>
      and(eq(trackedRecipients.emailId, trackedId!), eq(trackedRecipients.sentId, run))
    ),
  );
  const reached = inRuns
    ? (await db.select({ n: countDistinct(trackedRecipients.email) }).from(trackedRecipients).where(inRuns).get())!.n
    : 0;
  const { TOUCH_BASE_ENABLED } = await touchBaseConfigOf(db);
  return {
    ...total,
    bounced: await db.$count(
      suppressedAddresses,
      and(eq(suppressedAddresses.why, "bounced"), gte(suppressedAddresses.at, since)),
    ),
    reached,
    brokers: await db.$count(accounts, eq(accounts.role, ROLE.broker)),
    waiting: TOUCH_BASE_ENABLED ? await db.$count(touchBaseQueue, eq(touchBaseQueue.sent, 0)) : null,
  };
}
