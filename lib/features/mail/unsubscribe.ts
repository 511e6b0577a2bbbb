/** Ends campaigns and touch-base for a broker, by the link of a mail (Canada's anti-spam law). */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, campaignRuns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { MailPreference } from "../../schemas/mail/consent.ts";
import { audit } from "../audit.ts";
import { addConsent } from "./_add_consent.ts";
import { leftOut } from "./recipients.ts";
import { type LinkedMail, PREVIEW_TOKEN, readUnsubscribeToken } from "./_unsubscribe_link.ts";
import { withdrawRefused } from "./withdraw_refused.ts";

/**
 * Takes effect at once: queued mails that the broker no longer wants are withdrawn. After "none" the link changes
 * nothing more: consent can then be given to the lender alone. Answers the choice in force; an erased account gets no
 * mail anyway. Throws 400 for an invalid token.
 */
export async function chooseMails(
  ctx: Context,
  { token, choice }: { token: string; choice: MailPreference },
): Promise<MailPreference> {
  const { accountId: id, mail } = linkOf(ctx, token);
  return await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    const before = choiceOf(account);
    if (!account || before === "none" || before === choice) return before;
    const kind = choice === "none" ? "withdrawn" : choice;
    const actor = { id, name: account.name };
    const day = dateInToronto(ctx.now);
    await addConsent(tx, ctx, account, { kind, source: "link", day, by: actor });
    await withdrawRefused(tx, ctx, eq(accounts.id, id));
    if (choice === "none") {
      await countUnsubscribed(tx, mail ?? await lastMailOf(tx, id));
      await audit(tx, ctx, {
        action: "mail.unsubscribe",
        entityId: id,
        before: { touchBaseEmails: account.touchBaseEmails },
        after: { touchBaseEmails: false },
        actor,
      });
    } else {
      const after = { consent: choice, consentSource: "link" as const, consentDay: day };
      await audit(tx, ctx, { action: "mail.consent", entityId: id, after, actor });
    }
    return choice;
  });
}

type Account = typeof accounts.$inferSelect;

function choiceOf(account: Pick<Account, "consent" | "fewerMails"> | undefined): MailPreference {
  if (!account || account.consent === "withdrawn") return "none";
  return account.fewerMails ? "fewer" : "all";
}

/** Mail programs break long links, and a person who wants no more mail has to find a way even then. */
const CUT_LINK = "This link is incomplete. Copy all of it from the mail, or write to us, and we end the mails for you.";

const OF_PREVIEW = "This link is of a preview and ends no mails. Use the link of a mail that was sent.";

function linkOf(ctx: Context, token: string) {
  if (token === PREVIEW_TOKEN) throw new Refusal(400, OF_PREVIEW);
  const link = readUnsubscribeToken(ctx, token);
  if (link === null) throw new Refusal(400, CUT_LINK);
  return link;
}

/**
 * The choice of a link's account, for the page. `reached` is false where the lender sends it none whatever is chosen:
 * staff turned the mails off, or its address bounced. Throws 400 for an invalid token.
 */
export async function mailPreferenceOf(
  ctx: Context,
  token: string,
): Promise<{ choice: MailPreference; reached: boolean }> {
  const [found] = await ctx.db.select({
    consent: accounts.consent,
    fewerMails: accounts.fewerMails,
    why: leftOut(ctx.now, true),
  }).from(accounts).where(eq(accounts.id, linkOf(ctx, token).accountId));
  return { choice: choiceOf(found), reached: found?.why === null };
}

/** The last mail that a broker got: links of mails that left before they named their own do not tell more. */
async function lastMailOf(tx: Tx, accountId: number): Promise<LinkedMail | null> {
  const last = await tx.select({ campaignId: trackedEmails.campaignId, sentId: trackedRecipients.sentId })
    .from(trackedRecipients).innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .innerJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(and(eq(trackedRecipients.accountId, accountId), isNotNull(mails.sentAt)))
    .orderBy(desc(trackedRecipients.id)).limit(1).get();
  return last ? { ...last, campaignId: last.campaignId ?? undefined } : null;
}

/** Counts it with the run of a mail, where that was a campaign's. */
async function countUnsubscribed(tx: Tx, mail: LinkedMail | null): Promise<void> {
  if (!mail?.campaignId) return;
  await tx.update(campaignRuns).set({ unsubscribed: sql`${campaignRuns.unsubscribed} + 1` })
    .where(and(eq(campaignRuns.campaignId, mail.campaignId), eq(campaignRuns.run, mail.sentId)));
}
