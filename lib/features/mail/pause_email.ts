/** Pauses a campaign's run where it is, and resumes it. */
import { and, eq, isNull } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { formatInstant } from "../../domain/dates.ts";
import { resumedAt } from "../../domain/mail/schedule.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { type Campaign, campaignOf, countUnsent } from "./_campaign.ts";
import { settleOutbox } from "./_hold.ts";

/** Twice changes nothing. Throws 404, 409 where there is nothing to hold. */
export async function pauseEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { active, paused, runs } = await campaignOf(tx, id);
    if (paused) return;
    if (!active && await countUnsent(tx, id) === 0) {
      throw conflict(
        runs === 0
          ? "This email is not active, so there is nothing to pause. Activate it first."
          : "Every mail of this email was sent, so there is nothing to pause. Reload the page.",
      );
    }
    await tx.update(campaigns).set({ paused: true }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.pause", entityId: id });
  });
  await settleOutbox(ctx, id);
}

/**
 * A run under way goes on; else the next begins at its planned time, and those that the pause missed are skipped. Twice
 * changes nothing. Throws 404, 409 where the one time of a campaign has passed.
 */
export async function resumeEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    if (!campaign.paused) return;
    const sendAt = await goesOnAt(tx, campaign, ctx.now);
    await tx.update(campaigns).set({ paused: false, sendAt }).where(eq(campaigns.id, id));
    const moved = sendAt !== campaign.sendAt && { before: { sendAt: campaign.sendAt }, after: { sendAt } };
    await audit(tx, ctx, { action: "campaign.resume", entityId: id, ...moved });
  });
  await settleOutbox(ctx, id);
}

/** When the next run of a resumed campaign begins; a run that was begun keeps its time, so that it ends. */
async function goesOnAt(tx: Tx, campaign: Campaign, now: number): Promise<number | null> {
  const { id, active, sendAt } = campaign;
  if (!active || sendAt === null) return sendAt;
  const begun = and(eq(campaignRuns.campaignId, id), isNull(campaignRuns.finishedAt));
  if (await tx.$count(campaignRuns, begun) > 0) return sendAt;
  const next = resumedAt(campaign, now);
  if (next !== null) return next;
  throw conflict(
    `Its time, ${formatInstant(sendAt)}, has passed, so it would be sent at once. Stop it, choose a new time, and ` +
      "activate it again.",
  );
}
