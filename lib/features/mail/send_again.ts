/** What an owner does about the outbox: failed mails go out again, and stopped mail is tried at once. */
import { and, eq, exists, or, sql } from "drizzle-orm";
import { type Context, inTransaction, onCommit } from "../../../db/mod.ts";
import { campaignMailSql } from "../../../db/derived/mod.ts";
import { accounts, mailHold, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { conflict, notFound, Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { leftOut } from "./recipients.ts";

/** A campaign's mail goes only to who still gets campaigns. */
const maySend = (ctx: Context) =>
  or(
    eq(campaignMailSql, 0),
    exists(
      ctx.db.select({ one: sql`1` }).from(accounts)
        .where(and(eq(accounts.emailKey, sql`lower(${mails.to})`), sql`${leftOut} is null`)),
    ),
  );

const again = { status: "waiting", tries: 0, error: null, leaseUntil: null } as const;

/** Sends a failed mail again. Throws 404, 409 where it did not fail or its reader gets no campaigns any more. */
export async function sendMailAgain(ctx: Context, { id }: { id: number }): Promise<{ queued: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const mail = await tx.select().from(mails).where(eq(mails.id, id)).get();
    if (!mail) throw notFound("mail");
    if (mail.status !== "failed") throw conflict("This mail did not fail, so it is not sent again.");
    const set = await tx.update(mails).set({ ...again, dueAt: ctx.now })
      .where(and(eq(mails.id, id), maySend(ctx))).returning({ id: mails.id });
    if (set.length === 0) throw conflict("This person gets no campaigns any more, so it is not sent again.");
    await audit(tx, ctx, { action: "mail.again", entityId: id, after: { kind: mail.kind, to: mail.to } });
    onCommit(ctx.mail.wake);
    return { queued: 1 };
  });
}

/** Sends failed mails of a kind again, of all kinds where it is empty, but for campaigns to who gets none any more. */
export async function sendFailedAgain(ctx: Context, { kind }: { kind: string }): Promise<{ queued: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const which = and(eq(mails.status, "failed"), kind ? eq(mails.kind, kind) : undefined, maySend(ctx));
    const set = await tx.update(mails).set({ ...again, dueAt: ctx.now }).where(which).returning({ id: mails.id });
    if (set.length === 0) throw new Refusal(409, "There is no failed mail that may be sent again.");
    await audit(tx, ctx, { action: "mail.again", entityId: kind || "all", after: { mails: set.length } });
    onCommit(ctx.mail.wake);
    return { queued: set.length };
  });
}

/** Tries at once whether the service takes our mail again; `since` is when the stop began. Throws 409 where it is over. */
export async function resumeMail(ctx: Context, { since }: { since: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [hold] = await tx.update(mailHold).set({ resumeAt: ctx.now }).where(eq(mailHold.stoppedAt, since))
      .returning();
    if (!hold) throw conflict("Mail leaves again already. Open the outbox again to see what waits.");
    await audit(tx, ctx, { action: "mail.resume", entityId: "all" });
    onCommit(ctx.mail.wake);
  });
}

/** Lets an address get campaigns again that bounced or complained. Throws 404 where it does. */
export async function allowAddress(ctx: Context, { email }: { email: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [gone] = await tx.delete(suppressedAddresses).where(eq(suppressedAddresses.email, email.toLowerCase()))
      .returning();
    if (!gone) throw new Refusal(404, "This address gets mail already. Open the list again to see who does not.");
    await audit(tx, ctx, { action: "mail.allow", entityId: gone.email, before: { why: gone.why } });
  });
}
