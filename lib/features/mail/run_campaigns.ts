/** Runs campaigns that are due: writes their mails into the outbox, page by page. */
import { and, asc, eq, lte, max } from "drizzle-orm";
import { type Context, inTransaction, type MustStop, NEVER_STOP, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { campaignRuns, campaigns, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { RECIPIENTS_AT_ONCE } from "../../domain/mail/campaign.ts";
import { campaignMail } from "../../domain/mail/campaign_mail.ts";
import { nextRun } from "../../domain/mail/schedule.ts";
import { campaignKey, countRecipients } from "./_campaign.ts";
import { writeCommercialMails } from "./_commercial_mails.ts";
import { releaseTouchBase, settleOutbox } from "./_hold.ts";
import { recipientsAfter } from "./recipients.ts";
import { withdrawAllRefused } from "./withdraw_refused.ts";

/**
 * Runs due campaigns, unless the lender's postal address is missing: the law requires it in every such mail. An
 * interrupted run stays due, as does one whose turn ended, and writes nobody's mail twice. The error of one that fails
 * is thrown after the others ran.
 */
export async function runDueCampaigns(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  await settleOutbox(ctx);
  await withdrawAllRefused(ctx);
  await releaseTouchBase(ctx);
  if (!ctx.site.lender.address) return;
  const due = await ctx.db.select().from(campaigns)
    .where(and(eq(campaigns.active, true), eq(campaigns.paused, false), lte(campaigns.sendAt, ctx.now)))
    .orderBy(asc(campaigns.id));
  const failures: unknown[] = [];
  for (const { id, runs } of due) {
    if (mustStop()) break;
    await run(ctx, id, runs + 1, mustStop).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function run(ctx: Context, id: number, number: number, mustStop: MustStop): Promise<void> {
  const begun = await inTransaction(ctx.db, (tx) => begin(tx, ctx, id, number));
  if (!begun) return;
  await yieldToEventLoop();
  const mail = ctx.mail.render(campaignMail({ ...begun, body: await ctx.mail.tidy(begun.body) }));
  await yieldToEventLoop();
  for (let last = await lastWritten(ctx, id, number);;) {
    const page = await inTransaction(ctx.db, async (tx) => {
      const now = await nowOf(tx, ctx, id, number);
      if (!now) return null;
      const recipients = await recipientsAfter(
        { db: tx, now: ctx.now, asOf: begun.startedAt, site: ctx.site },
        now.audience,
        last,
        RECIPIENTS_AT_ONCE,
      );
      if (recipients.length === 0) return recipients;
      const run = { campaignId: now.id, name: now.name, sentId: number };
      await writeCommercialMails(
        tx,
        ctx,
        run,
        recipients.map((to) => ({
          to,
          idempotencyKey: campaignKey(now.id, number) + to.email.toLowerCase(),
          kind: "campaign",
          mail,
          dueAt: ctx.now,
        })),
      );
      return recipients;
    });
    if (page === null) return;
    if (page.length === 0) return await finish(ctx, id, number);
    last = page.at(-1)!.id;
    if (mustStop()) return;
    await yieldToEventLoop();
  }
}

/** The campaign while this run of it may be written; null where it was stopped, paused or put off meanwhile. */
async function nowOf(tx: Tx, ctx: Context, id: number, number: number) {
  const now = await tx.select().from(campaigns).where(eq(campaigns.id, id)).get();
  if (!now?.active || now.paused || now.runs + 1 !== number) return null;
  return now.sendAt !== null && now.sendAt <= ctx.now ? { ...now, sendAt: now.sendAt } : null;
}

/** Stores the text that this run sends. An interrupted run continues with its own. */
async function begin(tx: Tx, ctx: Context, id: number, number: number) {
  const now = await nowOf(tx, ctx, id, number);
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

async function finish(ctx: Context, id: number, number: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const now = await nowOf(tx, ctx, id, number);
    if (!now) return;
    const again = now.type === "interval" ? nextRun(now, ctx.now) : null;
    await tx.update(campaigns).set({
      runs: number,
      lastRan: ctx.now,
      lastRecipients: await countRecipients(tx, id, number),
      sendAt: again,
      active: again !== null,
    }).where(eq(campaigns.id, id));
    await tx.update(campaignRuns).set({ finishedAt: ctx.now })
      .where(and(eq(campaignRuns.campaignId, id), eq(campaignRuns.run, number)));
  });
}
