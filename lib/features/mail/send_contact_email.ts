import { type Context, inTransaction } from "../../../db/mod.ts";
import type { ContactMessage } from "../../domain/mail/contact.ts";
import { audit } from "../audit.ts";
import { queueMail } from "../mail.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";

const NOBODY = "contact@localhost.localdomain";

/** Mails the lender what a visitor writes, so that a reply goes to the visitor. Throws 429 past the limits. */
export async function sendContactEmail(ctx: Context, message: ContactMessage): Promise<Record<string, never>> {
  // Without an address the message is kept in the outbox all the same.
  const to = ctx.site.lender.contactEmail ?? NOBODY;
  await countAddress(ctx, "contactAddress");
  if (ctx.actor) await countAgainst(ctx, "contactAccount", String(ctx.actor.id));
  await inTransaction(ctx.db, async (tx) => {
    await queueMail(tx, ctx, { kind: "contact", to, props: message, replyTo: message.email });
    await audit(tx, ctx, {
      action: "contact.send",
      entity: "mail",
      entityId: ctx.requestId,
      after: { email: message.email },
    });
  });
  ctx.mail.wake();
  return {};
}
