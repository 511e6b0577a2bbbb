/** When one email was read, where its readers clicked, and what the run before it came to. */
import { and, asc, count, desc, eq, min, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaignRuns, mails, trackedEmails, trackedRecipients, trackerEvents } from "../../../db/schema/mod.ts";
import { HOUR_MS } from "../../domain/dates.ts";
import { readAfter, readAtAnyTime, type ReadingTimes, type ReadingUnit } from "../../domain/tracking/reading_times.ts";
import type { TrackedEmailInput } from "../../schemas/tracking.ts";

/** Links that are shown. */
export const EMAIL_LINKS_MOST = 6;

const { emailId, sentId, type, email, ip, machine, created, link } = trackerEvents;

/** People's events of one kind, as the index of people's events has them. */
const byPeople = (of: TrackedEmailInput, kind: "open" | "link"): SQL | undefined =>
  and(
    eq(emailId, of.emailId),
    of.sentId === "all" ? undefined : eq(sentId, of.sentId),
    eq(type, kind),
    sql`${machine} = ''`,
  );

/** When a run left, in milliseconds: as its campaign noted, or as its first mail did. Null where neither is known. */
async function sentAtOf({ db }: Pick<Context, "db">, of: { emailId: number; sentId: number }): Promise<number | null> {
  const ofRun = db.select({ at: campaignRuns.startedAt }).from(campaignRuns)
    .innerJoin(trackedEmails, eq(trackedEmails.campaignId, campaignRuns.campaignId))
    .where(and(eq(trackedEmails.id, of.emailId), eq(campaignRuns.run, of.sentId))).get();
  const ofMails = db.select({ at: min(mails.sentAt) }).from(trackedRecipients)
    .innerJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(and(eq(trackedRecipients.emailId, of.emailId), eq(trackedRecipients.sentId, of.sentId))).get();
  const [run, first] = await Promise.all([ofRun, ofMails]);
  return run ? run.at : first?.at ?? null;
}

export interface Reading {
  /** When the run was sent, in milliseconds; null for all runs together. */
  sentAt: number | null;
  times: ReadingTimes;
  /** The most followed first. */
  links: { link: string; clicks: number }[];
  /** People's figures of the campaign's run before; null where there was none. */
  before: { uniqueOpens: number; clicks: number } | null;
}

/** The first open from each address in each run. Exported for the test of its plan. */
export const firstOpens = (db: Context["db"], of: TrackedEmailInput) =>
  db.select({ at: sql<number>`min(${created})`.as("first_at") }).from(trackerEvents)
    .where(byPeople(of, "open")).groupBy(sentId, email, ip);

/** The links that people followed most. Exported for the test of its plan. */
export const followedLinks = (db: Context["db"], of: TrackedEmailInput) => {
  const clicks = sql<number>`count(*)`;
  return db.select({ link, clicks }).from(trackerEvents).where(byPeople(of, "link"))
    .groupBy(link).orderBy(desc(clicks), asc(link)).limit(EMAIL_LINKS_MOST);
};

/** When people read a run or all, by hours or days, and what they clicked. Unique opens count at the first of each. */
export async function readingOf(
  ctx: Pick<Context, "db">,
  of: TrackedEmailInput,
  by: ReadingUnit,
): Promise<Reading> {
  const { db } = ctx;
  const firsts = firstOpens(db, of).as("firsts");
  const hour = sql<number>`${firsts.at} / ${sql.raw(String(HOUR_MS))}`;
  const run = of.sentId === "all" ? null : { emailId: of.emailId, sentId: of.sentId };
  const [hours, links, sentAt, before] = await Promise.all([
    db.select({ hour: hour.as("hour"), opens: count() }).from(firsts).groupBy(hour),
    followedLinks(db, of),
    run && sentAtOf(ctx, run),
    run && runBefore(ctx, run),
  ]);
  const rows = hours.map(({ hour, opens }) => ({ at: hour * HOUR_MS, opens }));
  const times = sentAt === null ? readAtAnyTime(rows, by) : readAfter(rows, sentAt, by);
  return { sentAt, times, links, before };
}

/** People's figures of the run before a campaign's run: touch-base mails each person in a run of its own. */
async function runBefore(
  { db }: Pick<Context, "db">,
  of: { emailId: number; sentId: number },
): Promise<Reading["before"]> {
  if (of.sentId < 2) return null;
  const run = { ...of, sentId: of.sentId - 1 };
  const addresses = db.select({ email, ip }).from(trackerEvents).where(byPeople(run, "open")).groupBy(email, ip)
    .as("addresses");
  const [sent, opens, clicks] = await Promise.all([
    db.select({ by: trackedEmails.campaignId }).from(trackedEmails).where(eq(trackedEmails.id, of.emailId)).get(),
    db.select({ n: count() }).from(addresses).get(),
    db.$count(trackerEvents, byPeople(run, "link")),
  ]);
  return sent?.by == null ? null : { uniqueOpens: opens!.n, clicks };
}
