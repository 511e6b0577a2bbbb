/** Sets a new password from a valid recovery link. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { countAddress, resetLimit } from "../rate_limit.ts";
import { consumeLink, findLink, PASSWORD_LINKS } from "./_links.ts";
import { endSessions, voidMailedProofs } from "./proofs.ts";
import { invalidLink } from "./get_recovery.ts";

/**
 * Uses up the link, voids the account's other mailed links and codes, and ends all its sessions. Throws 404 for an
 * invalid link (see `getRecovery`). The schema has validated the password.
 */
export async function finishRecovery(
  ctx: Context,
  { recoverId, password }: { recoverId: string; password: string },
): Promise<void> {
  await countAddress(ctx, "linkAddress");
  const found = await findLink(ctx.db, ctx, PASSWORD_LINKS, recoverId);
  if (!found) throw invalidLink();
  const { account } = found;
  const passwordHash = await ctx.passwords.hash(password);
  await inTransaction(ctx.db, async (tx) => {
    if (!await consumeLink(tx, ctx, PASSWORD_LINKS, recoverId)) throw invalidLink();
    await tx.update(accounts).set({ passwordHash, updatedAt: ctx.now }).where(eq(accounts.id, account.id));
    await voidMailedProofs(tx, ctx, account.id);
    await endSessions(tx, account.id);
    await audit(tx, ctx, { action: "account.password", entityId: account.id, actor: account });
  });
  await resetLimit(ctx, "loginAccount", account.usernameKey);
  // The account's codes of a day stay counted: a mailbox is no way to more guesses.
  await resetLimit(ctx, "factorAccount", String(account.id));
}
