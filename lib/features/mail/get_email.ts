/** One campaign as its screen shows it, with what became of its runs. */
import { and, count, countDistinct, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaignRuns, mails, trackedEmails, trackerEvents } from "../../../db/schema/mod.ts";
import { type CampaignLife, campaignState, type RunProgress } from "../../domain/mail/campaign.ts";
import { campaignOf, countRecipients, countUnsent, ofRun, savesOf, unsent, unsentMails } from "./_campaign.ts";

/** Runs that are counted and listed, the newest first. */
const RUNS_MOST = 12;

/** A campaign with when it was last saved, its state and how far its run is. Throws 404. */
export async function getEmail(ctx: Context, id: number) {
  const campaign = await campaignOf(ctx.db, id);
  const savedAt = (await savesOf(ctx.db, id)).at;
  return { ...campaign, body: await ctx.mail.tidy(campaign.body), savedAt, ...await stateOf(ctx, campaign) };
}

/** State and progress of a campaign, as its screen asks again while it sends. Throws 404. */
export async function getEmailProgress(ctx: Context, { id }: { id: number }): Promise<CampaignLife> {
  const campaign = await campaignOf(ctx.db, id);
  const { active, sendAt, runs } = campaign;
  return { active, sendAt, runs, now: ctx.now, ...await stateOf(ctx, campaign) };
}

async function stateOf(ctx: Context, campaign: Awaited<ReturnType<typeof campaignOf>>) {
  const { id, active } = campaign;
  const [newest] = await ctx.db.select().from(campaignRuns).where(eq(campaignRuns.campaignId, id))
    .orderBy(desc(campaignRuns.run)).limit(1);
  const begun = newest !== undefined && newest.finishedAt === null;
  const waiting = await countUnsent(ctx.db, id);
  const state = campaignState({ ...campaign, unsent: waiting > 0, begun });
  const underWay = newest && ((active && begun) || waiting > 0);
  const progress: RunProgress | null = underWay
    ? { run: newest.run, written: !begun, ...await countRun(ctx, id, newest.run) }
    : null;
  return { state, progress };
}

/** Mails of a run: recipients, and how many of theirs left, failed or wait. */
export async function countRun(ctx: Context, id: number, run: number) {
  const n = async (from: typeof mails | SQL, where: SQL | undefined) =>
    (await ctx.db.select({ n: count() }).from(from).where(where).get())!.n;
  const recipients = await countRecipients(ctx.db, id, run);
  const waiting = await n(unsentMails, and(unsent, ofRun(id, run)));
  const failed = await n(mails, and(eq(mails.status, "failed"), ofRun(id, run)));
  return { recipients, sent: recipients - waiting - failed, failed, unsent: waiting };
}

/** How many people opened or clicked in a run of a tracked email; 0 where there is none. Machines do not count. */
export async function peopleOfRuns({ db }: Pick<Context, "db">, trackedId: number | undefined, runs: number[]) {
  const acted = trackedId !== undefined && runs.length > 0
    ? await db.select({
      run: trackerEvents.sentId,
      type: trackerEvents.type,
      people: countDistinct(trackerEvents.email),
    }).from(trackerEvents)
      .where(and(
        eq(trackerEvents.emailId, trackedId),
        inArray(trackerEvents.sentId, runs),
        // As the index of people's events has it, a value in its place would not be found there.
        sql`${trackerEvents.machine} = ''`,
      )).groupBy(trackerEvents.sentId, trackerEvents.type)
    : [];
  return (run: number, type: "open" | "link") => acted.find((one) => one.run === run && one.type === type)?.people ?? 0;
}

/** The newest runs with their figures: mails, people who opened and clicked, brokers who unsubscribed. */
export async function listRuns(ctx: Context, id: number) {
  const runs = await ctx.db.select({
    run: campaignRuns.run,
    startedAt: campaignRuns.startedAt,
    stopped: campaignRuns.stopped,
    unsubscribed: campaignRuns.unsubscribed,
  }).from(campaignRuns).where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(RUNS_MOST);
  const tracked = await ctx.db.select({ id: trackedEmails.id }).from(trackedEmails)
    .where(eq(trackedEmails.campaignId, id)).get();
  const people = await peopleOfRuns(ctx, tracked?.id, runs.map(({ run }) => run));
  const listed = [];
  for (const one of runs) {
    const counted = await countRun(ctx, id, one.run);
    listed.push({ ...one, ...counted, opened: people(one.run, "open"), clicked: people(one.run, "link") });
  }
  return { trackedId: tracked?.id ?? null, runs: listed };
}

export type ListedRun = Awaited<ReturnType<typeof listRuns>>["runs"][number];
