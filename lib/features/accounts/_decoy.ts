/**
 * Constant-time mail: performs the same work without sending, so that the response time does not reveal whether one was
 * sent.
 */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { outbox } from "../../../db/schema/mod.ts";
import type { MailKind } from "../../domain/mail/mail.ts";
import { type QueuedMail, queueMail } from "../mail.ts";

/** Queues the mail where `real`; otherwise writes and removes one like it: same rendering, pages and commit. */
export async function queueMailIf<K extends MailKind>(
  real: boolean,
  tx: Tx,
  ctx: Context,
  mail: QueuedMail<K>,
): Promise<void> {
  if (real) return await queueMail(tx, ctx, mail);
  const key = `decoy:${crypto.randomUUID()}`;
  await queueMail(tx, ctx, { ...mail, key });
  await tx.delete(outbox).where(eq(outbox.idempotencyKey, key));
}
