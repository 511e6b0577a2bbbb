/** Saves a campaign's text, recipients and times. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { campaigns } from "../../../db/schema/mod.ts";
import { formatTime } from "../../domain/dates.ts";
import { tidyAudience } from "../../domain/mail/audience.ts";
import { type CampaignText, campaignText, tooLong } from "../../domain/mail/campaign.ts";
import { monthDayProblem } from "../../domain/mail/schedule.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import { audit, changes } from "../audit.ts";
import { type Campaign, campaignOf, countUnsent, refuseStale, savesOf } from "./_campaign.ts";

/** Throws 409 while a campaign is planned or sends: what goes out is what was looked at. */
export async function refuseUnderWay(tx: Tx, { id, active }: Campaign): Promise<void> {
  if (active) throw conflict("This email is scheduled. Stop it first, then change it.");
  if (await countUnsent(tx, id) > 0) throw conflict("This email is being sent. Stop it first, or wait for its end.");
}

/**
 * Answers when it was saved, in milliseconds. Throws 404, 409 where it is being sent or was saved after `savedAt`, 422
 * where the text is too long or the first day is not the schedule's day of the month.
 */
export async function updateEmail(
  ctx: Context,
  { id, savedAt, audience, ...rest }: CampaignText & { id: number; savedAt?: number },
): Promise<number> {
  const text = { ...rest, body: await ctx.mail.tidy(rest.body), audience: tidyAudience(audience) };
  const problem = tooLong(text.body);
  if (problem) throw invalid(problem, { body: problem });
  const skips = monthDayProblem(text);
  if (skips) throw invalid(skips, { sendAt: skips });
  return await inTransaction(ctx.db, async (tx) => {
    const before = await campaignOf(tx, id);
    const changed = changes(campaignText(before), text);
    if (Object.keys(changed.after).length === 0) return (await savesOf(tx, id)).at;
    await refuseStale(tx, before, savedAt);
    await refuseUnderWay(tx, before);
    const sendTime = text.sendAt === before.sendAt ? before.sendTime : formatTime(text.sendAt) || null;
    await tx.update(campaigns).set({ ...text, sendTime }).where(eq(campaigns.id, id));
    await audit(tx, ctx, { action: "campaign.save", entityId: id, ...changed });
    return ctx.now;
  });
}
