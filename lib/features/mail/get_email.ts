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
  const [campaign, saves, life] = await Promise.all([campaignOf(ctx.db, id), savesOf(ctx.db, id), lifeOf(ctx, id)]);
  const state = await stateOf(ctx, campaign, life);
  return { ...campaign, body: await ctx.mail.tidy(campaign.body), savedAt: saves.at, ...state };
}

/** State and progress of a campaign, as its screen asks again while it sends. Throws 404. */
export async function getEmailProgress(ctx: Context, { id }: { id: number }): Promise<CampaignLife> {
  const [campaign, life] = await Promise.all([campaignOf(ctx.db, id), lifeOf(ctx, id)]);
  const { active, sendAt, runs } = campaign;
  return { active, sendAt, runs, now: ctx.now, ...await stateOf(ctx, campaign, life) };
}

/** A campaign's newest run, and its mails that wait. */
async function lifeOf({ db }: Context, id: number) {
  const [[newest], waiting] = await Promise.all([
    db.select().from(campaignRuns).where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(1),
    countUnsent(db, id),
  ]);
  return { newest, waiting };
}

async function stateOf(
  ctx: Context,
  campaign: Awaited<ReturnType<typeof campaignOf>>,
  { newest, waiting }: Awaited<ReturnType<typeof lifeOf>>,
) {
  const { id, active } = campaign;
  const begun = newest !== undefined && newest.finishedAt === null;
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
  const [recipients, waiting, failed] = await Promise.all([
    countRecipients(ctx.db, id, run),
    n(unsentMails, and(unsent, ofRun(id, run))),
    n(mails, and(eq(mails.status, "failed"), ofRun(id, run))),
  ]);
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
  const newest = ctx.db.select({
    run: campaignRuns.run,
    startedAt: campaignRuns.startedAt,
    stopped: campaignRuns.stopped,
    unsubscribed: campaignRuns.unsubscribed,
  }).from(campaignRuns).where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(RUNS_MOST);
  const ofCampaign = ctx.db.select({ id: trackedEmails.id }).from(trackedEmails)
    .where(eq(trackedEmails.campaignId, id)).get();
  const [runs, tracked] = await Promise.all([newest, ofCampaign]);
  const [people, ...counts] = await Promise.all([
    peopleOfRuns(ctx, tracked?.id, runs.map(({ run }) => run)),
    ...runs.map(({ run }) => countRun(ctx, id, run)),
  ]);
  const listed = runs.map((one, i) => ({
    ...one,
    ...counts[i],
    opened: people(one.run, "open"),
    clicked: people(one.run, "link"),
  }));
  return { trackedId: tracked?.id ?? null, runs: listed };
}

export type ListedRun = Awaited<ReturnType<typeof listRuns>>["runs"][number];
