/** Every campaign as the call getemails answers it (loans specification 3.12). */
import { and, desc, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { campaignRuns, campaigns } from "../../../db/schema/mod.ts";
import { campaignState } from "../../domain/mail/campaign.ts";
import { countRecipients, ofCampaign, unsent, unsentMails } from "./_campaign.ts";

/** The last sent first, then the newest. `lastRan` in milliseconds, null where it never ran. */
export async function getEmails(ctx: Context) {
  const all = ctx.db.select({
    id: campaigns.id,
    name: campaigns.name,
    active: campaigns.active,
    paused: campaigns.paused,
    type: campaigns.type,
    lastRan: campaigns.lastRan,
    subject: campaigns.subject,
    sendAt: campaigns.sendAt,
    everyDays: campaigns.everyDays,
    monthDay: campaigns.monthDay,
    runs: campaigns.runs,
    lastRecipients: campaigns.lastRecipients,
  }).from(campaigns).orderBy(desc(sql`coalesce(${campaigns.lastRan}, 0)`), desc(campaigns.id));
  const begunRuns = ctx.db.select({ id: campaignRuns.campaignId }).from(campaignRuns)
    .innerJoin(campaigns, eq(campaigns.id, campaignRuns.campaignId))
    .where(and(isNull(campaignRuns.finishedAt), gt(campaignRuns.run, campaigns.runs)));
  const withUnsent = ctx.db.select({ id: campaigns.id }).from(campaigns)
    .where(exists(ctx.db.select({ one: sql`1` }).from(unsentMails).where(and(unsent, ofCampaign(campaigns.id)))));
  // What was on its way at a stop may have left or not, so a stopped run is counted anew.
  const stoppedRuns = ctx.db.select({ id: campaigns.id, runs: campaigns.runs }).from(campaigns)
    .innerJoin(campaignRuns, and(eq(campaignRuns.campaignId, campaigns.id), eq(campaignRuns.run, campaigns.runs)))
    .where(eq(campaignRuns.stopped, true));
  const [rows, begun, sending, stopped] = await Promise.all([all, begunRuns, withUnsent, stoppedRuns]);
  const recipients = new Map(
    await Promise.all(
      stopped.map(async ({ id, runs }) => [id, await countRecipients(ctx.db, id, runs)] as const),
    ),
  );
  const among = (list: { id: number }[], id: number) => list.some((one) => one.id === id);
  return rows.map(({ type, ...row }) => ({
    ...row,
    lastRecipients: recipients.get(row.id) ?? row.lastRecipients,
    settings: { type },
    state: campaignState({ ...row, type, unsent: among(sending, row.id), begun: among(begun, row.id) }),
  }));
}

export type ListedEmail = Awaited<ReturnType<typeof getEmails>>[number];
