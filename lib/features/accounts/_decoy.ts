/** Work that costs what a mail costs and leaves nothing, so that an answer's time does not tell whether one was sent. */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { outbox } from "../../../db/schema/mod.ts";
import type { MailKind } from "../../domain/mail/mail.ts";
import { type QueuedMail, queueMail } from "../mail.ts";

/** Writes the mail where `real`; else writes and removes one like it: same rendering, same pages, same commit. */
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
