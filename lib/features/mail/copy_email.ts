/** Makes a draft of a campaign: its text and recipients, without its times. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { CAMPAIGN_NAME_MAX, campaignText } from "../../domain/mail/campaign.ts";
import { audit } from "../audit.ts";
import { campaignOf } from "./_campaign.ts";
import { beginningOf } from "../../domain/shortened.ts";

/** The name of the next copy, `Rates (copy)`, then `Rates (copy 2)`; a copy of a copy counts on from it. */
async function nameOfCopy(tx: Tx, name: string): Promise<string> {
  const original = name.replace(/ \(copy(?: \d+)?\)$/, "");
  const taken = new Set((await tx.select({ name: campaigns.name }).from(campaigns)).map(({ name }) => name));
  for (let n = 1;; n++) {
    const suffix = n === 1 ? " (copy)" : ` (copy ${n})`;
    const named = beginningOf(original, CAMPAIGN_NAME_MAX - suffix.length) + suffix;
    if (!taken.has(named)) return named;
  }
}

/** Returns the draft's id. Throws 404. */
export async function copyEmail(ctx: Context, { id }: { id: number }): Promise<{ id: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const text = campaignText(await campaignOf(tx, id));
    const name = await nameOfCopy(tx, text.name);
    const [made] = await tx.insert(campaigns).values({ ...text, name, sendAt: null, createdAt: ctx.now })
      .returning({ id: campaigns.id });
    await audit(tx, ctx, { action: "campaign.create", entityId: made.id, after: { name, copyOf: id } });
    return made;
  });
}
