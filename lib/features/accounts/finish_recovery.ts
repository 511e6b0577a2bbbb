/** Sets the new password of whoever holds a good recovery link. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { countAddress, forgive } from "../rate_limit.ts";
import { findLink, useLink } from "./_links.ts";
import { endSessions, voidMailedProofs } from "./proofs.ts";
import { deadLink } from "./get_recovery.ts";

/**
 * The link is used up, every other mailed link and code of the account dies, and all its sessions end. 404 where the
 * link is not good (see `getRecovery`); then nothing is changed. The schema has checked the password's rule.
 */
export async function finishRecovery(
  ctx: Context,
  { recoverId, password }: { recoverId: string; password: string },
): Promise<void> {
  await countAddress(ctx, "linkAddress");
  const found = await findLink(ctx.db, ctx, "recovery", recoverId);
  if (!found) throw deadLink();
  const { account } = found;
  const passwordHash = await ctx.passwords.hash(password);
  await inTransaction(ctx.db, async (tx) => {
    if (!await useLink(tx, ctx, "recovery", recoverId)) throw deadLink();
    await tx.update(accounts).set({ passwordHash, updatedAt: ctx.now }).where(eq(accounts.id, account.id));
    await voidMailedProofs(tx, ctx, account.id);
    await endSessions(tx, account.id);
    await audit(tx, ctx, { action: "account.password", entity: "account", entityId: account.id, actor: account });
  });
  await forgive(ctx, "loginAccount", account.usernameKey);
}
