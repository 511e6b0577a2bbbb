/** Ends a campaign's runs: no further one begins, and what waits is withdrawn. */
import { and, eq, exists, isNull, max, or, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { campaignOf, countUnsent, ofRun, unsent, unsentMails } from "./_campaign.ts";
import { settleOutbox } from "./_hold.ts";

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

/** Marks every run that is being written or has mails waiting. Answers the newest run's number, 0 without any. */
async function stopRuns(tx: Tx, id: number, now: number): Promise<number> {
  const waits = exists(tx.select({ one: sql`1` }).from(unsentMails).where(and(unsent, ofRun(id, campaignRuns.run))));
  const own = eq(campaignRuns.campaignId, id);
  await tx.update(campaignRuns).set({ finishedAt: sql`coalesce(${campaignRuns.finishedAt}, ${now})`, stopped: true })
    .where(and(own, or(isNull(campaignRuns.finishedAt), waits)));
  return (await tx.select({ run: max(campaignRuns.run) }).from(campaignRuns).where(own).get())?.run ?? 0;
}
