/** Mails a link for a new password (accounts specification 8: the response is always the same). */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";
import { newToken } from "../tokens.ts";
import { saveLink } from "./_links.ts";

/**
 * Same response and time whether or not an enabled account has the address: same queries, event and commit.
 * Limited by the address typed and by network (429).
 */
export async function recoverAccount(ctx: Context, { email }: { email: string }): Promise<void> {
  const key = email.toLowerCase();
  await countAddress(ctx, "recoverAddress");
  await countAgainst(ctx, "recoverAccount", key);
  const account = await ctx.db.select().from(accounts).where(and(eq(accounts.emailKey, key), eq(accounts.status, 1)))
    .get();
  const token = newToken();
  await inTransaction(ctx.db, async (tx) => {
    if (account) await saveLink(tx, ctx, { token, accountId: account.id, kind: "recovery" });
    await emit(tx, ctx, { type: "account.recoveryRequested", v: 1, accountId: account?.id ?? null, secret: { token } });
    await audit(tx, ctx, { action: "account.recover", entityId: account?.id ?? 0 });
  });
}
