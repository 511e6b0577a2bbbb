/** Sends what is due of the touch-base queue: consent, blacklist and the switch are asked again. */
import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { type Context, inTransaction, onCommit, type Tx } from "../../../db/mod.ts";
import { accounts, touchBaseQueue, trackedEmails } from "../../../db/schema/mod.ts";
import type { LeftOut } from "../../domain/mail/audience.ts";
import {
  dueSince,
  inBusinessHours,
  TOUCH_BASE_NAME,
  touchBaseMail,
  touchBasePause,
} from "../../domain/mail/touch_base.ts";
import { ROLE } from "../../domain/permissions.ts";
import { type CommercialMail, writeCommercialMails } from "./_commercial_mails.ts";
import { touchBaseConfigOf, touchBaseTemplatesOf } from "./get_touch_base.ts";
import { templateFor } from "./queue_touch_base.ts";
import { leftOut } from "./recipients.ts";

/** Mails that are written in one transaction. */
const AT_ONCE = 50;

/** Puts due mails into the outbox, each once; who may not be written to any more is skipped with the reason. */
export async function sendTouchBase(ctx: Context): Promise<void> {
  if (inBusinessHours(ctx.now) !== ctx.now) return;
  for (let last: number | null = 0; last !== null;) {
    last = await inTransaction(ctx.db, (tx) => sendSome(tx, ctx, last!));
  }
}

/** Sends a page of items after an id; the last id of the page, null where there was none. */
async function sendSome(tx: Tx, ctx: Context, after: number): Promise<number | null> {
  const config = await touchBaseConfigOf(tx);
  if (touchBasePause(config, ctx.site.lender) !== null) return null;
  const due = await tx.select({
    id: touchBaseQueue.id,
    templateId: touchBaseQueue.templateId,
    rating: touchBaseQueue.rating,
    to: {
      id: accounts.id,
      name: accounts.name,
      email: accounts.email,
      phone: accounts.phone,
      brokerage: accounts.brokerage,
    },
    why: sql<LeftOut | null>`case when ${accounts.role} <> ${ROLE.broker} then 'disabled' else ${leftOut} end`,
  }).from(touchBaseQueue).innerJoin(accounts, eq(accounts.id, touchBaseQueue.accountId))
    .where(and(
      eq(touchBaseQueue.sent, 0),
      lte(touchBaseQueue.queuedAt, dueSince(ctx.now, config)),
      gt(touchBaseQueue.id, after),
    )).orderBy(asc(touchBaseQueue.id)).limit(AT_ONCE);
  if (due.length === 0) return null;
  const templates = await touchBaseTemplatesOf(tx);
  const written: CommercialMail[] = [];
  for (const { id, why, to, rating, ...item } of due) {
    const settle = (set: Partial<typeof touchBaseQueue.$inferInsert>) =>
      tx.update(touchBaseQueue).set({ sent: 1, sentDate: ctx.now, ...set }).where(eq(touchBaseQueue.id, id));
    if (why !== null) {
      await settle({ skip: 1, why });
      continue;
    }
    const templateId = item.templateId ?? await templateFor(tx, { accountId: to.id, rating }, templates);
    const template = templates.find((one) => one.id === templateId);
    // Its template was deleted and there is no other: it waits for one.
    if (!template) continue;
    await settle({ templateId });
    written.push({
      to,
      idempotencyKey: `touchBase:${id}`,
      kind: "touchBase",
      mail: ctx.mail.render(touchBaseMail(template)),
      dueAt: ctx.now,
    });
  }
  if (written.length > 0) {
    const sentId = await nextRun(tx);
    await writeCommercialMails(tx, ctx, { name: TOUCH_BASE_NAME, sentId }, written);
    onCommit(ctx.mail.wake);
  }
  return due[due.length - 1].id;
}

/** Mails that leave together are one run of what is tracked. */
async function nextRun(tx: Tx): Promise<number> {
  const known = await tx.select({ timesRan: trackedEmails.timesRan }).from(trackedEmails)
    .where(and(isNull(trackedEmails.campaignId), eq(trackedEmails.name, TOUCH_BASE_NAME))).get();
  return (known?.timesRan ?? 0) + 1;
}
