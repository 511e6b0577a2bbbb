/** Plans a campaign's runs. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { campaignProblems } from "../../domain/mail/campaign_checks.ts";
import { invalid } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { campaignOf, refuseStale } from "./_campaign.ts";
import { refuseUnderWay } from "./update_email.ts";

/**
 * `savedAt` is the state of the text on screen. Throws 404, 409 where it was saved after that or a run's mails are
 * still queued, 422 with what keeps it from being sent.
 */
export async function activateEmail(ctx: Context, { id, savedAt }: { id: number; savedAt?: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const campaign = await campaignOf(tx, id);
    if (campaign.active) return;
    await refuseStale(tx, campaign, savedAt);
    await refuseUnderWay(tx, campaign);
    const [problem] = campaignProblems(campaign, ctx.site.lender, ctx.now);
    if (problem) throw invalid(problem);
    await tx.update(campaigns).set({ active: true, paused: false }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.activate", entityId: id, after: { sendAt: campaign.sendAt! } });
  });
}
