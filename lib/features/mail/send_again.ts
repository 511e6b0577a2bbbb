/** What an owner does about the outbox: failed mails go out again, and stopped mail is tried at once. */
import { and, asc, eq, gt, gte, inArray, isNull } from "drizzle-orm";
import { type Context, inTransaction, type Tx, yieldToEventLoop } from "../../../db/mod.ts";
import { mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { DAY_MS } from "../../domain/dates.ts";
import { AGAIN_REFUSED, AGAIN_WITHIN_DAYS } from "../../domain/mail/outbox.ts";
import { conflict, notFound, Refusal } from "../../domain/refusal.ts";
import type { FailedMailsInput } from "../../schemas/mail/outbox.ts";
import { audit } from "../audit.ts";
import { renameLeft } from "../erased_addresses.ts";
import { againRefusal } from "./_may_send_again.ts";
import { chosenMails, endStop, requeueMails } from "./_outbox.ts";

/** Mails that are set to wait in one transaction. */
const PAGE = 200;

/** Sends a failed mail again. Throws 404, 409 where it did not fail or may not go out any more, with the reason. */
export async function sendMailAgain(ctx: Context, { id }: { id: number }): Promise<{ queued: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const mail = await tx.select({
      kind: mails.kind,
      to: mails.to,
      status: mails.status,
      refusal: againRefusal({ db: tx, now: ctx.now }),
    }).from(mails).where(eq(mails.id, id)).get();
    if (!mail) throw notFound("mail");
    if (mail.status !== "failed") throw conflict("This mail did not fail, so it is not sent again. Reload the outbox.");
    if (mail.refusal !== null) throw conflict(AGAIN_REFUSED[mail.refusal]);
    await requeueMails(tx, ctx, eq(mails.id, id));
    await audit(tx, ctx, { action: "mail.again", entityId: id, after: { kind: mail.kind, to: mail.to } });
    return { queued: 1 };
  });
}

/**
 * Sends the chosen ones of the failed mails again, page by page: those of the last weeks that may go out still. Throws
 * 409 where there is none.
 */
export async function sendFailedAgain(ctx: Context, chosen: FailedMailsInput): Promise<{ queued: number }> {
  let queued = 0;
  for (let last: number | undefined = 0; last !== undefined;) {
    const page: number[] = await inTransaction(ctx.db, (tx) => sendPage(tx, ctx, chosen, last!));
    queued += page.length;
    last = page.length === PAGE ? page.at(-1) : undefined;
    await yieldToEventLoop();
  }
  if (queued === 0) {
    throw conflict(
      `No failed mail is sent again: what is left is over ${AGAIN_WITHIN_DAYS} days old, or may not go out any more.`,
    );
  }
  return { queued };
}

/** The ids of a page after an id, in their order. */
async function sendPage(tx: Tx, ctx: Context, chosen: FailedMailsInput, after: number): Promise<number[]> {
  const found = await tx.select({ id: mails.id }).from(mails).where(and(
    eq(mails.status, "failed"),
    chosenMails(chosen),
    gt(mails.id, after),
    gte(mails.createdAt, ctx.now - AGAIN_WITHIN_DAYS * DAY_MS),
    isNull(againRefusal({ db: tx, now: ctx.now })),
  )).orderBy(asc(mails.id)).limit(PAGE);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await requeueMails(tx, ctx, inArray(mails.id, ids));
  const to = chosen.q && { to: `${chosen.q}…` };
  await audit(tx, ctx, { action: "mail.again", entityId: chosen.kind || "all", after: { mails: ids.length, ...to } });
  return ids;
}

/**
 * Tries at once whether the service takes our mail again; `since` is when the stop began. Throws 409 where it is over.
 */
export async function resumeMail(ctx: Context, { since }: { since: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!await endStop(tx, ctx, since)) {
      throw conflict("Mail is being sent again already. Reload the outbox.");
    }
    await audit(tx, ctx, { action: "mail.resume", entityId: "all" });
  });
}

/** Lets an address get campaigns again that bounced or complained. Throws 404 where it does. */
export async function allowAddress(ctx: Context, { email }: { email: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [deleted] = await tx.delete(suppressedAddresses).where(eq(suppressedAddresses.email, email.toLowerCase()))
      .returning();
    if (!deleted) throw new Refusal(404, "This address gets mail already. Reload the list.");
    const { why, reason } = deleted;
    await audit(tx, ctx, { action: "mail.allow", entityId: deleted.email, before: { why, reason } });
    await renameLeft(tx, deleted.email);
  });
}
