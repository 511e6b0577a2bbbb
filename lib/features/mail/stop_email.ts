/** Ends a campaign's runs: no further one begins, and what waits is withdrawn. */
import { and, desc, eq, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaignRuns, campaigns, mails } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { campaignOf, countUnsent, ofRun, unsent, unsentMails } from "./_campaign.ts";
import { settleOutbox } from "./_hold.ts";

/** Runs that can have mails waiting: those before left long ago. */
const RUNS_MOST = 50;

/** An unfinished run counts as one: the next goes to everybody. Answers how many mails were withdrawn. Throws 404. */
export async function stopEmail(ctx: Context, { id }: { id: number }): Promise<{ withdrawn: number }> {
  const stopped = await inTransaction(ctx.db, async (tx) => {
    const { active, runs } = await campaignOf(tx, id);
    const withdrawn = await countUnsent(tx, id);
    if (!active && withdrawn === 0) return false;
    const begun = await stopRuns(tx, id, ctx.now);
    await tx.update(campaigns).set({
      active: false,
      paused: false,
      ...(begun > runs && { runs: begun, lastRan: ctx.now }),
    }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.stop", entityId: id, after: { withdrawn } });
    return true;
  });
  return stopped ? await settleOutbox(ctx, id) : { withdrawn: 0 };
}

/**
 * Marks every run that is being written or has mails waiting. Answers the newest run's number, 0 where there is none.
 */
async function stopRuns(tx: Tx, id: number, now: number): Promise<number> {
  const runs = await tx.select().from(campaignRuns).where(eq(campaignRuns.campaignId, id))
    .orderBy(desc(campaignRuns.run)).limit(RUNS_MOST);
  for (const { run, finishedAt } of runs) {
    const waits = await tx.select({ id: sql<number>`${mails.id}` }).from(unsentMails).where(and(unsent, ofRun(id, run)))
      .limit(1);
    if (finishedAt !== null && waits.length === 0) continue;
    await tx.update(campaignRuns).set({ finishedAt: finishedAt ?? now, stopped: true })
      .where(and(eq(campaignRuns.campaignId, id), eq(campaignRuns.run, run)));
  }
  return runs.at(0)?.run ?? 0;
}
