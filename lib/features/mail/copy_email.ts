/** Makes a draft of a campaign: its text and recipients, without its times. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { CAMPAIGN_NAME_MAX, campaignText } from "../../domain/mail/campaign.ts";
import { audit } from "../audit.ts";
import { campaignOf } from "./_campaign.ts";

const SUFFIX = " (copy)";

/** Returns the draft's id. Throws 404. */
export async function copyEmail(ctx: Context, { id }: { id: number }): Promise<{ id: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const text = campaignText(await campaignOf(tx, id));
    const name = text.name.slice(0, CAMPAIGN_NAME_MAX - SUFFIX.length) + SUFFIX;
    const [made] = await tx.insert(campaigns).values({ ...text, name, sendAt: null, createdAt: ctx.now })
      .returning({ id: campaigns.id });
    await audit(tx, ctx, { action: "campaign.create", entityId: made.id, after: { name, copyOf: id } });
    return made;
  });
}
