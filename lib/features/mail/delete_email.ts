/** Deletes a draft of a campaign. What was sent is kept: its mails, their figures and who ended them belong to it. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { campaignText } from "../../domain/mail/campaign.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { campaignOf } from "./_campaign.ts";

/** Throws 404, and 409 where it is planned or a run of it ever began. */
export async function deleteEmail(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    if (campaign.active) throw conflict("This email is scheduled. Stop it first, then delete it.");
    if (await tx.$count(campaignRuns, eq(campaignRuns.campaignId, id)) > 0) {
      throw conflict("This email was sent, so it is kept with its runs.");
    }
    await tx.delete(campaigns).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.delete", entityId: id, before: campaignText(campaign) });
  });
}
