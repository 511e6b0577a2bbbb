/** One campaign as its screen shows it, with what became of its runs. */
import { and, count, countDistinct, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaignRuns, mails, trackedEmails, trackerEvents } from "../../../db/schema/mod.ts";
import type { Reach } from "../../domain/mail/audience.ts";
import { type CampaignLife, campaignState, type RunProgress } from "../../domain/mail/campaign.ts";
import {
  campaignOf,
  countRecipients,
  countUnsent,
  newestRun,
  ofRun,
  savesOf,
  unsent,
  unsentMails,
} from "./_campaign.ts";
import { reachOf } from "./recipients.ts";

/** Runs that are counted and listed, the newest first. */
const RUNS_MOST = 12;

/** A campaign with when it was last saved, its state and how far its run is. Throws 404. */
export async function getEmail(ctx: Context, id: number) {
  const [campaign, saves, life] = await Promise.all([campaignOf(ctx.db, id), savesOf(ctx.db, id), lifeOf(ctx, id)]);
  return { ...campaign, body: await ctx.mail.tidy(campaign.body), savedAt: saves.at, ...stateOf(campaign, life) };
}

/** Who gets a campaign, and who is left out. Throws 404. */
export const reachOfEmail = async (ctx: Context, id: number): Promise<Reach> =>
  await reachOf(ctx, await campaignOf(ctx.db, id));

/** State and progress of a campaign, as its screen asks again while it sends. Throws 404. */
export async function getEmailProgress(ctx: Context, { id }: { id: number }): Promise<CampaignLife> {
  const [campaign, life] = await Promise.all([campaignOf(ctx.db, id), lifeOf(ctx, id)]);
  const { active, sendAt, runs } = campaign;
  return { active, sendAt, runs, now: ctx.now, ...stateOf(campaign, life) };
}

/** A campaign's newest run with its mails, and all that wait. */
async function lifeOf(ctx: Context, id: number) {
  const { db } = ctx;
  const [[newest], waiting, counted] = await Promise.all([
    db.select({ run: campaignRuns.run, finishedAt: campaignRuns.finishedAt }).from(campaignRuns)
      .where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(1),
    countUnsent(db, id),
    countRun(ctx, id, newestRun(id)),
  ]);
  return { newest, waiting, counted };
}

function stateOf(
  campaign: Awaited<ReturnType<typeof campaignOf>>,
  { newest, waiting, counted }: Awaited<ReturnType<typeof lifeOf>>,
) {
  const { active } = campaign;
  const begun = newest !== undefined && newest.finishedAt === null;
  const state = campaignState({ ...campaign, unsent: waiting > 0, begun });
  const underWay = newest && ((active && begun) || waiting > 0);
  const progress: RunProgress | null = underWay ? { run: newest.run, written: !begun, ...counted } : null;
  return { state, progress };
}

/** Mails of a run (`newestRun` too): recipients, and how many of theirs left, failed or wait. */
export async function countRun(ctx: Context, id: number, run: number | SQL) {
  const n = async (from: typeof mails | SQL, where: SQL | undefined) =>
    (await ctx.db.select({ n: count() }).from(from).where(where).get())!.n;
  const [recipients, waiting, failed] = await Promise.all([
    countRecipients(ctx.db, id, run),
    n(unsentMails, and(unsent, ofRun(id, run))),
    n(mails, and(eq(mails.status, "failed"), ofRun(id, run))),
  ]);
  return { recipients, sent: recipients - waiting - failed, failed, unsent: waiting };
}

/** How many people opened or clicked in runs of a campaign; 0 where it was not tracked. Machines do not count. */
export async function peopleOfRuns({ db }: Pick<Context, "db">, campaignId: number, runs: number[]) {
  const tracked = db.select({ id: trackedEmails.id }).from(trackedEmails).where(
    eq(trackedEmails.campaignId, campaignId),
  );
  const acted = runs.length > 0
    ? await db.select({
      run: trackerEvents.sentId,
      type: trackerEvents.type,
      people: countDistinct(trackerEvents.email),
    }).from(trackerEvents)
      .where(and(
        eq(trackerEvents.emailId, sql`(${tracked})`),
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
    peopleOfRuns(ctx, id, runs.map(({ run }) => run)),
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
