/** A campaign's queued mails are held, released or withdrawn, page by page, so that 20,000 mails block nothing else. */
import { and, asc, eq, exists, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { touchBaseOnSql } from "../../../db/derived/mod.ts";
import { type Context, inTransaction, yieldToEventLoop } from "../../../db/mod.ts";
import { campaignRuns, campaigns, mails } from "../../../db/schema/mod.ts";
import type { CampaignKind } from "../../domain/mail/campaign.ts";
import { RESTING_STATUSES } from "../../domain/mail/outbox.ts";
import { countUnsent, ofCampaign, ofRun, unsent, unsentMails } from "./_campaign.ts";
import { withdrawMails } from "./_withdraw.ts";

/** Rows that one statement changes. */
const PAGE = 100;

/** Changes what fits, a page at a time, giving way to everything else in between. Answers how many rows. */
async function byPages(change: () => Promise<number>): Promise<number> {
  for (let all = 0;;) {
    const n = await change();
    all += n;
    if (n < PAGE) return all;
    await yieldToEventLoop();
  }
}

const pageOf = (ctx: Context, where: SQL | undefined) =>
  ctx.db.select({ id: sql<number>`${mails.id}` }).from(unsentMails).where(where).orderBy(asc(mails.idempotencyKey))
    .limit(PAGE);

/** Withdraws what has not left of a run that was stopped. */
function withdraw(ctx: Context, id: number, run: number): Promise<number> {
  const some = pageOf(ctx, and(unsent, inArray(mails.status, RESTING_STATUSES), ofRun(id, run)));
  return byPages(() => inTransaction(ctx.db, (tx) => withdrawMails(tx, inArray(mails.id, some), ofRun(id, run))));
}

/**
 * Holds queued mails of a paused campaign, and releases those of one that is not. Each page reads the campaign again,
 * so that pausing or resuming it meanwhile takes effect.
 */
function hold(ctx: Context, id: number, paused: boolean): Promise<number> {
  const [from, to] = paused ? ["waiting", "paused"] as const : ["paused", "waiting"] as const;
  const some = pageOf(ctx, and(unsent, eq(mails.status, from), ofCampaign(id)));
  const still = ctx.db.select({ one: sql`1` }).from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.paused, paused)));
  return byPages(async () =>
    (await ctx.db.update(mails).set({ status: to }).where(and(inArray(mails.id, some), exists(still)))
      .returning({ id: mails.id })).length
  );
}

/** Ends the pause of a campaign that nothing is left of: neither a run to come nor a mail. */
async function endPause(ctx: Context, id: number): Promise<void> {
  const left = ctx.db.select({ one: sql`1` }).from(unsentMails).where(and(unsent, ofCampaign(id)));
  await ctx.db.update(campaigns).set({ paused: false })
    .where(and(eq(campaigns.id, id), eq(campaigns.paused, true), eq(campaigns.active, false), not(exists(left))));
}

/** Releases touch-base mails that waited while touch-base was off. */
export async function releaseTouchBase(ctx: Context): Promise<void> {
  const ofTouchBase = eq(mails.kind, "touchBase" satisfies CampaignKind);
  const some = ctx.db.select({ id: mails.id }).from(mails)
    .where(and(eq(mails.status, "paused"), ofTouchBase, touchBaseOnSql)).limit(PAGE);
  const released = await byPages(async () =>
    (await ctx.db.update(mails).set({ status: "waiting" }).where(inArray(mails.id, some)).returning({ id: mails.id }))
      .length
  );
  if (released > 0) ctx.mail.wake();
}

/**
 * Brings the outbox in line with what campaigns say: called after a pause, a resume and a stop, and again by the job,
 * since a process may end in between and a mail that was on its way may come back.
 */
export async function settleOutbox(ctx: Context, only?: number): Promise<{ withdrawn: number }> {
  // Its process ended before it said whether it left.
  await ctx.db.delete(mails).where(and(eq(mails.status, "withdrawn"), lt(mails.leaseUntil, ctx.now)));
  const all = await ctx.db.select({ id: campaigns.id, active: campaigns.active, paused: campaigns.paused })
    .from(campaigns)
    .where(only === undefined ? undefined : eq(campaigns.id, only));
  let withdrawn = 0;
  for (const { id, active, paused } of all) {
    await yieldToEventLoop();
    if (await countUnsent(ctx.db, id) === 0) {
      if (paused && !active) await endPause(ctx, id);
      continue;
    }
    const stopped = await ctx.db.select({ run: campaignRuns.run }).from(campaignRuns)
      .where(and(eq(campaignRuns.campaignId, id), eq(campaignRuns.stopped, true)));
    for (const { run } of stopped) withdrawn += await withdraw(ctx, id, run);
    if (await hold(ctx, id, paused) > 0 && !paused) ctx.mail.wake();
  }
  return { withdrawn };
}
