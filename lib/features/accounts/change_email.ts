/** Starts a change of the actor's own email: a link to the new address, a notice to the old one. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { invalid, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAgainst } from "../rate_limit.ts";
import { requireEnabled } from "../require_enabled.ts";
import { newToken } from "../tokens.ts";
import { saveLink, voidLinks } from "./_links.ts";

/**
 * Takes effect when the link is confirmed (24 hours, once); one asked for before no longer works. Whether the address
 * is taken is checked only then: customers cannot be probed for. 422 for the current address; 429 beyond the limit.
 */
export async function changeEmail(ctx: Context, { email }: { email: string }): Promise<void> {
  const account = await ctx.db.select().from(accounts).where(eq(accounts.id, ctx.actor?.id ?? 0)).get();
  if (!account) throw notFound("account");
  if (account.emailKey === email.toLowerCase()) {
    const reason = "This is your email address already.";
    throw invalid(reason, { email: reason });
  }
  await countAgainst(ctx, "changeEmailAccount", String(account.id));
  const token = newToken();
  await inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    await voidLinks(tx, ctx, account.id, "emailChange");
    await saveLink(tx, ctx, { token, accountId: account.id, kind: "emailChange", newEmail: email });
    await emit(tx, ctx, {
      type: "account.emailChangeRequested",
      v: 1,
      accountId: account.id,
      newEmail: email,
      secret: { token },
    });
    await audit(tx, ctx, {
      action: "account.emailAsked",
      entityId: account.id,
      after: { email },
    });
  });
}
