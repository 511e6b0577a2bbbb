/** Ends campaigns and touch-base for a broker, by the link of a mail (Canada's anti-spam law). */
import { and, eq, inArray } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, mails } from "../../../db/schema/mod.ts";
import { CAMPAIGN_KINDS } from "../../domain/mail/campaign.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { accountOfToken } from "./_unsubscribe_link.ts";

/**
 * Takes effect at once: mails that wait are withdrawn. Answers whether something changed; an account that is gone gets
 * none anyway. Throws 404 for a token that is not ours.
 */
export async function unsubscribe(ctx: Context, token: string): Promise<boolean> {
  const id = accountOfToken(ctx, token);
  if (id === null) throw notFound("link");
  return await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account?.touchBaseEmails) return false;
    await tx.update(accounts).set({ touchBaseEmails: false, updatedAt: ctx.now }).where(eq(accounts.id, id));
    await tx.delete(mails).where(and(
      eq(mails.to, account.email),
      inArray(mails.kind, [...CAMPAIGN_KINDS]),
      eq(mails.status, "waiting"),
    ));
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

/** Whether a link is one of ours, for the page that asks. */
export const isUnsubscribeLink = (ctx: Context, token: string): boolean => accountOfToken(ctx, token) !== null;
