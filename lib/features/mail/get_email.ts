/** One campaign as its screen shows it, with what became of its runs. */
import { desc, eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Context, type Db, isServer } from "../../../db/mod.ts";
import { campaignRuns, trackedEmails } from "../../../db/schema/mod.ts";
import type { Audience, Reach } from "../../domain/mail/audience.ts";
import type { CampaignSnapshot } from "../../domain/mail/campaign.ts";
import { readAhead } from "../read_ahead.ts";
import { campaignOf, savesOf } from "./_campaign.ts";
import { stateOf } from "./_campaign_state.ts";
import { reachOf } from "./recipients.ts";
import { runFigures } from "./run_figures.ts";

/** Runs that are counted and listed, the newest first. */
const RUNS_MOST = 12;
/** Campaigns of which it is remembered whom they mean. */
const AUDIENCES_MOST = 200;

/** A campaign with when it was last saved, its state and how far its run is. Throws 404. */
export async function getEmail(ctx: Context, id: number) {
  // The time first: a save in between would give its own to what stood before it.
  const [saves, campaign, life] = await Promise.all([savesOf(ctx.db, id), campaignOf(ctx.db, id), lifeOf(ctx, id)]);
  return { ...campaign, body: await ctx.mail.tidy(campaign.body), savedAt: saves.at, ...stateOf(campaign, life) };
}

/** Whom each campaign meant when it was looked at last, by database and id. */
const remembered = new WeakMap<Db, LRUCache<number, Audience>>();

/**
 * Who gets a campaign, and who is left out. Throws 404. A server is asked for those whom it meant last, or all brokers,
 * beside whom it means now.
 */
export async function reachOfEmail({ db, ...ctx }: Context, id: number): Promise<Reach> {
  let known = remembered.get(db);
  if (!known) remembered.set(db, known = new LRUCache({ max: AUDIENCES_MOST }));
  const campaign = campaignOf(db, id);
  const [audience, reach] = await readAhead(
    campaign.then(({ audience }) => audience),
    isServer(db) ? known.get(id) ?? {} : undefined,
    (audience) => reachOf({ db, ...ctx }, { audience }),
  );
  known.set(id, audience);
  return reach;
}

/** State and progress of a campaign, as its screen asks again while it sends. Throws 404. */
export async function getEmailProgress(ctx: Context, { id }: { id: number }): Promise<CampaignSnapshot> {
  const [campaign, life] = await Promise.all([campaignOf(ctx.db, id), lifeOf(ctx, id)]);
  const { active, sendAt, runs } = campaign;
  return { active, sendAt, runs, now: ctx.now, ...stateOf(campaign, life) };
}

/** A campaign's newest run with its mails, and all that wait. */
async function lifeOf(ctx: Context, id: number) {
  const [[newest], { figures, unsent }] = await Promise.all([
    ctx.db.select({ run: campaignRuns.run, finishedAt: campaignRuns.finishedAt }).from(campaignRuns)
      .where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(1),
    runFigures(ctx, id),
  ]);
  return { newest, waiting: unsent(id), counted: figures(id, newest?.run ?? 0) };
}

/** The newest runs with their figures: mails, people who opened and clicked, brokers who unsubscribed. */
export async function listRuns(ctx: Context, id: number) {
  const [runs, tracked, { figures }] = await Promise.all([
    ctx.db.select({
      run: campaignRuns.run,
      startedAt: campaignRuns.startedAt,
      stopped: campaignRuns.stopped,
      unsubscribed: campaignRuns.unsubscribed,
    }).from(campaignRuns).where(eq(campaignRuns.campaignId, id)).orderBy(desc(campaignRuns.run)).limit(RUNS_MOST),
    ctx.db.select({ id: trackedEmails.id }).from(trackedEmails).where(eq(trackedEmails.campaignId, id)).get(),
    runFigures(ctx, id),
  ]);
  return { trackedId: tracked?.id ?? null, runs: runs.map((one) => ({ ...one, ...figures(id, one.run) })) };
}

export type ListedRun = Awaited<ReturnType<typeof listRuns>>["runs"][number];
