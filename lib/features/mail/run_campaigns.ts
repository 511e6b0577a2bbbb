/** Runs campaigns that are due: writes their mails into the outbox, page by page. */
import { and, asc, count, eq, lte, max } from "drizzle-orm";
import { type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { campaignRuns, campaigns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { RECIPIENTS_AT_ONCE } from "../../domain/mail/campaign.ts";
import { campaignMail, personalised } from "../../domain/mail/campaign_mail.ts";
import { nextRun } from "../../domain/mail/schedule.ts";
import type { RenderedMail } from "../../domain/ports.ts";
import { linksOf, rewriteLinks } from "../../domain/tracking/rewrite_links.ts";
import { trackRecipients } from "../tracking/mod.ts";
import { type Campaign, campaignKey, ofRun } from "./_campaign.ts";
import { settleOutbox } from "./_hold.ts";
import { unsubscribeUrl } from "./_unsubscribe_link.ts";
import { recipientsAfter } from "./recipients.ts";
import { withdrawAllRefused } from "./withdraw_refused.ts";

type Recipient = Awaited<ReturnType<typeof recipientsAfter>>[number];
/** A run with its mail, rendered once for all its recipients. */
type Run = { campaign: Campaign; number: number; mail: RenderedMail };

/** Runs what is due. One that breaks off is due still, and writes nobody's mail twice. */
export async function runDueCampaigns(ctx: Context): Promise<void> {
  await settleOutbox(ctx);
  await withdrawAllRefused(ctx);
  const due = await ctx.db.select().from(campaigns)
    .where(and(eq(campaigns.active, true), eq(campaigns.paused, false), lte(campaigns.sendAt, ctx.now)))
    .orderBy(asc(campaigns.id));
  for (const campaign of due) await run(ctx, campaign);
}

async function run(ctx: Context, campaign: Campaign): Promise<void> {
  const number = campaign.runs + 1;
  const begun = await inTransaction(ctx.db, (tx) => begin(tx, ctx, campaign.id, number));
  if (!begun) return;
  const mail = ctx.mail.render(campaignMail(begun));
  for (let last = await lastWritten(ctx, campaign.id, number);;) {
    const page = await inTransaction(ctx.db, async (tx) => {
      const now = await nowOf(tx, campaign.id, number);
      if (!now) return null;
      const recipients = await recipientsAfter(tx, now.audience, begun.startedAt, last, RECIPIENTS_AT_ONCE);
      if (recipients.length > 0) await writeMails(tx, ctx, { campaign: now, number, mail }, recipients);
      onCommit(ctx.mail.wake);
      return recipients;
    });
    if (page === null) return;
    if (page.length === 0) return await finish(ctx, campaign, number);
    last = page.at(-1)!.id;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** The campaign while this run of it may be written; null where it was stopped or paused meanwhile. */
async function nowOf(tx: Tx, id: number, number: number): Promise<Campaign | null> {
  const now = await tx.select().from(campaigns).where(eq(campaigns.id, id)).get();
  return now?.active && !now.paused && now.runs + 1 === number ? now : null;
}

/** Keeps the text that this run sends. A run that broke off goes on with the one it has. */
async function begin(tx: Tx, ctx: Context, id: number, number: number) {
  const now = await nowOf(tx, id, number);
  if (!now) return null;
  const { subject, preview, body } = now;
  await tx.insert(campaignRuns).values({ campaignId: id, run: number, subject, preview, body, startedAt: ctx.now })
    .onConflictDoNothing();
  const where = and(eq(campaignRuns.campaignId, id), eq(campaignRuns.run, number));
  return await tx.select().from(campaignRuns).where(where).get();
}

/** The id of the last recipient whose mail a run has written: they are written in the order of their ids. */
async function lastWritten(ctx: Context, id: number, number: number): Promise<number> {
  const found = await ctx.db.select({ last: max(trackedRecipients.accountId) }).from(trackedRecipients)
    .innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .where(and(eq(trackedEmails.campaignId, id), eq(trackedRecipients.sentId, number))).get();
  return found?.last ?? 0;
}

/** Puts a page of mails into the outbox, tracked. Who is in this run already is left out. */
async function writeMails(tx: Tx, ctx: Context, run: Run, recipients: readonly Recipient[]): Promise<void> {
  const list = recipients.map((one) => mailOf(ctx, run, one));
  const tracked = await trackRecipients(tx, ctx, {
    campaignId: run.campaign.id,
    name: run.campaign.name,
    sentId: run.number,
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

function mailOf(ctx: Context, run: Run, to: Recipient) {
  const url = unsubscribeUrl(ctx, to.id);
  const mail = {
    idempotencyKey: campaignKey(run.campaign.id, run.number) + to.email.toLowerCase(),
    kind: "campaign",
    to: to.email,
    replyTo: ctx.site.lender.contactEmail ?? null,
    ...personalised(run.mail, { ...to, lender: ctx.site.lender.name }, url),
    headers: JSON.stringify({
      "List-Unsubscribe": `<${url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
    dueAt: ctx.now,
    createdAt: ctx.now,
  } satisfies typeof mails.$inferInsert;
  return { to, mail, unsubscribe: url };
}

async function finish(ctx: Context, { id, type, sendAt, ...schedule }: Campaign, number: number): Promise<void> {
  const again = type === "interval" ? nextRun({ ...schedule, sendAt: sendAt! }, ctx.now) : null;
  await inTransaction(ctx.db, async (tx) => {
    if (!await nowOf(tx, id, number)) return;
    const written = await tx.select({ n: count() }).from(mails).where(ofRun(id, number)).get();
    await tx.update(campaigns).set({
      runs: number,
      lastRan: ctx.now,
      lastRecipients: written?.n ?? 0,
      sendAt: again,
      active: again !== null,
    }).where(eq(campaigns.id, id));
    await tx.update(campaignRuns).set({ finishedAt: ctx.now })
      .where(and(eq(campaignRuns.campaignId, id), eq(campaignRuns.run, number)));
  });
}
