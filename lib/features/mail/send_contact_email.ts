import { type Context, inTransaction } from "../../../db/mod.ts";
import type { ContactMessage } from "../../domain/mail/contact.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";

/** Mails a visitor's message to the lender, with the visitor as the reply address. Throws 429 beyond the limits. */
export async function sendContactEmail(ctx: Context, message: ContactMessage): Promise<Record<string, never>> {
  await countAddress(ctx, "contactAddress");
  if (ctx.actor) await countAgainst(ctx, "contactAccount", String(ctx.actor.id));
  await inTransaction(ctx.db, async (tx) => {
    await emit(tx, ctx, { type: "contact.received", v: 1, ...message });
    await audit(tx, ctx, {
      action: "contact.send",
      entityId: ctx.requestId,
      after: { email: message.email },
    });
  });
  return {};
}
