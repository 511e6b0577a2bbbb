import { type Context, inTransaction } from "../../../db/mod.ts";
import type { ContactMessage } from "../../domain/mail/contact.ts";
import { audit } from "../audit.ts";
import { queueMail } from "../mail.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";

const NOBODY = "contact@localhost.localdomain";

/** Mails a visitor's message to the lender, with the visitor as the reply address. Throws 429 beyond the limits. */
export async function sendContactEmail(ctx: Context, message: ContactMessage): Promise<Record<string, never>> {
  // Without an address the message is still stored in the outbox.
  const to = ctx.site.lender.contactEmail ?? NOBODY;
  await countAddress(ctx, "contactAddress");
  if (ctx.actor) await countAgainst(ctx, "contactAccount", String(ctx.actor.id));
  await inTransaction(ctx.db, async (tx) => {
    await queueMail(tx, ctx, { kind: "contact", to, props: message, replyTo: message.email });
    await audit(tx, ctx, {
      action: "contact.send",
      entityId: ctx.requestId,
      after: { email: message.email },
    });
  });
  ctx.mail.wake();
  return {};
}
