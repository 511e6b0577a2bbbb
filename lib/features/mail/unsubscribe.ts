/** Ends campaigns and touch-base for a broker, by the link of a mail (Canada's anti-spam law). */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, campaignRuns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { accountOfToken } from "./_unsubscribe_link.ts";
import { withdrawRefused } from "./withdraw_refused.ts";

/**
 * Takes effect at once: mails that wait are withdrawn. Answers whether something changed; an account that is gone gets
 * none anyway. Throws 404 for a token that is not ours.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<boolean> {
  const id = accountOfToken(ctx, token);
  if (id === null) throw notFound("link");
  return await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (account?.touchBaseEmails) {
      await tx.update(accounts).set({ touchBaseEmails: false, updatedAt: ctx.now }).where(eq(accounts.id, id));
    }
    await withdrawRefused(tx, eq(accounts.id, id));
    if (!account?.touchBaseEmails) return false;
    await countUnsubscribed(tx, id);
    await audit(tx, ctx, {
      action: "mail.unsubscribe",
      entityId: id,
      before: { touchBaseEmails: true },
      after: { touchBaseEmails: false },
      actor: { id, name: account.name },
    });
    return true;
  });
}

/** Counts it with the run of the last mail that the broker got, where that was a campaign's. */
async function countUnsubscribed(tx: Tx, accountId: number): Promise<void> {
  const last = await tx.select({ campaignId: trackedEmails.campaignId, run: trackedRecipients.sentId })
    .from(trackedRecipients).innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .innerJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(and(eq(trackedRecipients.accountId, accountId), isNotNull(mails.sentAt)))
    .orderBy(desc(trackedRecipients.id)).limit(1).get();
  if (!last?.campaignId) return;
  await tx.update(campaignRuns).set({ unsubscribed: sql`${campaignRuns.unsubscribed} + 1` })
    .where(and(eq(campaignRuns.campaignId, last.campaignId), eq(campaignRuns.run, last.run)));
}

/** Whether a link is one of ours, for the page that asks. */
export const isUnsubscribeLink = (ctx: Context, token: string): boolean => accountOfToken(ctx, token) !== null;
