/** Whom tracked mails went to, once their opens and clicks are gone (docs/decisions/tracking.md). */
import { and, asc, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import { type Db, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { campaignRuns, mails, trackedEmails, trackedRecipients, trackerEvents } from "../../../db/schema/mod.ts";
import { expiry } from "../retention.ts";

/** Recipients that are looked at in one turn. */
const PAGE = 500;

/** When their mail was written, in milliseconds: with the run of its campaign, or by itself. */
const WRITTEN_AT = sql<
  number
>`coalesce(${campaignRuns.startedAt}, ${mails.createdAt}, ${trackedEmails.createdAt})`;

/** Recipients, with whether their mail is that old and nothing is left of what they did with it. */
function recipients(db: Db | Tx, before: number) {
  const events = db.select({ one: sql`1` }).from(trackerEvents).where(and(
    eq(trackerEvents.emailId, trackedRecipients.emailId),
    eq(trackerEvents.email, trackedRecipients.email),
    eq(trackerEvents.sentId, trackedRecipients.sentId),
  ));
  const isOld = sql<number>`${WRITTEN_AT} < ${before} and ${notExists(events)}`.as("is_old");
  return db.select({ id: trackedRecipients.id, writtenAt: WRITTEN_AT, isOld }).from(trackedRecipients)
    .innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .leftJoin(
      campaignRuns,
      and(eq(campaignRuns.campaignId, trackedEmails.campaignId), eq(campaignRuns.run, trackedRecipients.sentId)),
    ).leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey));
}

/** Their pictures and links go with them. Ids grow with time, so a page that ends with a new mail is the last. */
export const oldRecipients = expiry<number>({
  kind: "tracking",
  async find(db, before, limit) {
    const found: number[] = [];
    for (let last = 0; found.length < limit;) {
      const page = await recipients(db, before).where(gt(trackedRecipients.id, last))
        .orderBy(asc(trackedRecipients.id)).limit(PAGE);
      found.push(...page.filter(({ isOld }) => isOld === 1).map(({ id }) => id));
      const end = page.at(-1);
      if (!end || page.length < PAGE || end.writtenAt >= before) break;
      last = end.id;
      await yieldToEventLoop();
    }
    return found.slice(0, limit);
  },
  async remove(tx, _ctx, ids, before) {
    const rows = await recipients(tx, before).where(inArray(trackedRecipients.id, ids));
    const old = rows.filter(({ isOld }) => isOld === 1).map(({ id }) => id);
    await tx.delete(trackedRecipients).where(inArray(trackedRecipients.id, old));
    return old.length;
  },
});
