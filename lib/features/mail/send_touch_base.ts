/** Sends what is due of the touch-base queue: consent, blacklist and the switch are asked again. */
import { and, asc, eq, gt, isNull, lte } from "drizzle-orm";
import { type Context, inTransaction, type MustStop, NEVER_STOP, type Tx } from "../../../db/mod.ts";
import { accounts, touchBaseQueue, trackedEmails } from "../../../db/schema/mod.ts";
import {
  dueSince,
  inBusinessHours,
  TOUCH_BASE_KEY,
  TOUCH_BASE_NAME,
  touchBaseMail,
  touchBasePause,
} from "../../domain/mail/touch_base.ts";
import type { RenderedMail } from "../../domain/ports.ts";
import { type CommercialMail, writeCommercialMails } from "./_commercial_mails.ts";
import { templatesFor } from "./_next_templates.ts";
import { touchBaseConfigOf, touchBaseTemplatesOf } from "./get_touch_base.ts";
import { leftOut } from "./recipients.ts";

/** Mails that are written in one transaction. */
const AT_ONCE = 50;

/** Puts due mails into the outbox, each once; who may not be written to any more is skipped with the reason. */
export async function sendTouchBase(ctx: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  if (inBusinessHours(ctx.now) !== ctx.now) return;
  for (let last: number | null = 0; last !== null && !mustStop();) {
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
    why: leftOut(ctx.now),
  }).from(touchBaseQueue).innerJoin(accounts, eq(accounts.id, touchBaseQueue.accountId))
    .where(and(
      eq(touchBaseQueue.sent, 0),
      lte(touchBaseQueue.queuedAt, dueSince(ctx.now, config)),
      gt(touchBaseQueue.id, after),
    )).orderBy(asc(touchBaseQueue.id)).limit(AT_ONCE);
  if (due.length === 0) return null;
  const templates = await touchBaseTemplatesOf(tx);
  const next = await templatesFor(
    tx,
    due.filter((one) => one.why === null && one.templateId === null).map(({ to, rating }) => ({
      accountId: to.id,
      rating,
    })),
    templates,
  );
  /** Each template is rendered once, for all who get it. */
  const rendered = new Map<number, RenderedMail>();
  const written: CommercialMail[] = [];
  for (const { id, why, to, ...item } of due) {
    const settle = (set: Partial<typeof touchBaseQueue.$inferInsert>) =>
      tx.update(touchBaseQueue).set({ sent: 1, sentDate: ctx.now, ...set }).where(eq(touchBaseQueue.id, id));
    if (why !== null) {
      await settle({ skip: 1, why });
      continue;
    }
    const templateId = item.templateId ?? next.get(to.id);
    const template = templates.find((one) => one.id === templateId);
    // Its template was deleted and there is no other: it waits for one.
    if (!template) continue;
    await settle({ templateId });
    const mail = rendered.get(template.id) ??
      ctx.mail.render(touchBaseMail(template));
    rendered.set(template.id, mail);
    written.push({
      to,
      idempotencyKey: `${TOUCH_BASE_KEY}${id}`,
      kind: "touchBase",
      mail,
      dueAt: ctx.now,
    });
  }
  if (written.length > 0) {
    const sentId = await nextRun(tx);
    await writeCommercialMails(tx, ctx, { name: TOUCH_BASE_NAME, sentId }, written);
  }
  return due[due.length - 1].id;
}

/** Mails that leave together are one run of what is tracked. */
async function nextRun(tx: Tx): Promise<number> {
  const known = await tx.select({ timesRan: trackedEmails.timesRan }).from(trackedEmails)
    .where(and(isNull(trackedEmails.campaignId), eq(trackedEmails.name, TOUCH_BASE_NAME))).get();
  return (known?.timesRan ?? 0) + 1;
}
