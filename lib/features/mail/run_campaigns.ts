/** Runs campaigns that are due: writes their mails into the outbox, page by page. */
import { and, asc, eq, like, lte, sql } from "drizzle-orm";
import { type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { campaigns, mails } from "../../../db/schema/mod.ts";
import { campaignMail, nextRun, RECIPIENTS_AT_ONCE } from "../../domain/mail/campaign.ts";
import { linksOf, rewriteLinks } from "../../domain/tracking/rewrite_links.ts";
import { trackRecipients } from "../tracking/mod.ts";
import { unsubscribeUrl } from "./_unsubscribe_link.ts";
import { recipientsAfter } from "./recipients.ts";

type Campaign = typeof campaigns.$inferSelect;
type Recipient = Awaited<ReturnType<typeof recipientsAfter>>[number];

/** Begins every run of a campaign's mails in the outbox; a run that broke off goes on with the same keys. */
export const campaignKey = (id: number, run: number): string => `campaign:${id}:${run}:`;

/** Runs what is due. One that breaks off is due still, and writes nobody's mail twice. */
export async function runDueCampaigns(ctx: Context): Promise<void> {
  const due = await ctx.db.select().from(campaigns)
    .where(and(eq(campaigns.active, true), lte(campaigns.sendAt, ctx.now))).orderBy(asc(campaigns.id));
  for (const campaign of due) await run(ctx, campaign);
}

async function run(ctx: Context, campaign: Campaign): Promise<void> {
  let last = 0;
  for (;;) {
    const page = await inTransaction(ctx.db, async (tx) => {
      const now = await tx.select().from(campaigns).where(eq(campaigns.id, campaign.id)).get();
      // Stopped meanwhile: the rest is not written.
      if (!now?.active || now.runs !== campaign.runs) return null;
      const recipients = await recipientsAfter(tx, last, RECIPIENTS_AT_ONCE);
      if (recipients.length === 0) return recipients;
      await writeMails(tx, ctx, campaign, recipients.map((one) => mailOf(ctx, campaign, one)));
      onCommit(ctx.mail.wake);
      return recipients;
    });
    if (page === null) return;
    if (page.length === 0) return await finish(ctx, campaign);
    last = page.at(-1)!.id;
  }
}

/** Puts a page of mails into the outbox, tracked. Who is in this run already is left out: it goes on where it was. */
async function writeMails(tx: Tx, ctx: Context, campaign: Campaign, list: ReturnType<typeof mailOf>[]): Promise<void> {
  const tracked = await trackRecipients(tx, ctx, {
    campaignId: campaign.id,
    name: campaign.name,
    sentId: campaign.runs + 1,
    recipients: list.map(({ to, mail, unsubscribe }) => ({
      ...to,
      accountId: to.id,
      mailKey: mail.idempotencyKey,
      links: linksOf(mail.html, [unsubscribe]),
    })),
  });
  const fresh = list.flatMap(({ to, mail }) => {
    const addresses = tracked.get(to.email.trim().toLowerCase());
    return addresses ? [{ ...mail, html: rewriteLinks(mail.html, addresses) }] : [];
  });
  if (fresh.length > 0) await tx.insert(mails).values(fresh).onConflictDoNothing();
}

function mailOf(ctx: Context, campaign: Campaign, to: Recipient) {
  const url = unsubscribeUrl(ctx, to.id);
  const rendered = ctx.mail.render(campaignMail(campaign, { ...to, lender: ctx.site.lender.name }, url));
  const mail = {
    idempotencyKey: campaignKey(campaign.id, campaign.runs + 1) + to.email.toLowerCase(),
    kind: "campaign",
    to: to.email,
    replyTo: ctx.site.lender.contactEmail ?? null,
    ...rendered,
    headers: JSON.stringify({
      "List-Unsubscribe": `<${url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
    dueAt: ctx.now,
    createdAt: ctx.now,
  } satisfies typeof mails.$inferInsert;
  return { to, mail, unsubscribe: url };
}

async function finish(ctx: Context, { id, runs, type, sendAt, everyDays }: Campaign): Promise<void> {
  const again = type === "interval" ? nextRun(sendAt!, everyDays, ctx.now) : null;
  const ofRun = like(mails.idempotencyKey, `${campaignKey(id, runs + 1)}%`);
  const count = ctx.db.select({ n: sql<number>`count(*)` }).from(mails).where(ofRun);
  await ctx.db.update(campaigns).set({
    runs: runs + 1,
    lastRan: ctx.now,
    lastRecipients: sql`${count}`,
    sendAt: again,
    active: again !== null,
  }).where(and(eq(campaigns.id, id), eq(campaigns.runs, runs), eq(campaigns.active, true)));
}
