/** Pauses a campaign's run where it is, and resumes it. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { campaignOf, countUnsent } from "./_campaign.ts";
import { settleOutbox } from "./_hold.ts";

/** Twice changes nothing. Throws 404, 409 where there is nothing to hold. */
export async function pauseEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { active, paused } = await campaignOf(tx, id);
    if (paused) return;
    if (!active && await countUnsent(tx, id) === 0) {
      throw conflict("Every mail of this email was sent, so there is nothing to pause. Reload the page.");
    }
    await tx.update(campaigns).set({ paused: true }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.pause", entityId: id });
  });
  await settleOutbox(ctx, id);
}

/** Twice changes nothing. Throws 404. */
export async function resumeEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await campaignOf(tx, id)).paused) return;
    await tx.update(campaigns).set({ paused: false }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.resume", entityId: id });
  });
  await settleOutbox(ctx, id);
}
