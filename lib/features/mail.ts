/** Puts mails in the outbox, in the transaction of what caused them. The worker sends them. */
import type { Context, Tx } from "../../db/mod.ts";
import { outbox } from "../../db/schema/mod.ts";
import type { MailKind, MailProps } from "../domain/mail/mail.ts";

export interface QueuedMail<K extends MailKind> {
  kind: K;
  to: string;
  props: MailProps[K];
  replyTo?: string;
  /** The same key is sent once, however often it is queued. By default each call is a mail of its own. */
  key?: string;
}

/** Adds a mail to the outbox. Call `ctx.mail.wake()` after the commit so that it leaves at once. */
export async function queueMail<K extends MailKind>(tx: Tx, ctx: Context, mail: QueuedMail<K>): Promise<void> {
  const { subject, html, text } = ctx.mail.render(mail.kind, mail.props);
  await tx.insert(outbox).values({
    idempotencyKey: mail.key ?? `${mail.kind}:${crypto.randomUUID()}`,
    kind: mail.kind,
    to: mail.to,
    replyTo: mail.replyTo ?? null,
    subject,
    html,
    text,
    dueAt: ctx.now,
    createdAt: ctx.now,
  }).onConflictDoNothing();
}
