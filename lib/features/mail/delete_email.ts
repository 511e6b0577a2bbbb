/** Deletes a draft of a campaign. What was sent is kept: its mails, their figures and who ended them belong to it. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { campaignText } from "../../domain/mail/campaign.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { campaignOf, refuseStale } from "./_campaign.ts";

/**
 * `savedAt` is the state of the text on screen. Throws 404, and 409 where it was saved after that, is planned, or a run
 * of it ever began.
 */
export async function deleteEmail(ctx: Context, { id, savedAt }: { id: number; savedAt?: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    if (campaign.active) throw conflict("This email is scheduled. Stop it first, then delete it.");
    if (await tx.$count(campaignRuns, eq(campaignRuns.campaignId, id)) > 0) {
      throw conflict("This email was sent, so it is kept with its runs.");
    }
    await refuseStale(tx, campaign, savedAt);
    await tx.delete(campaigns).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.delete", entityId: id, before: campaignText(campaign) });
  });
}
