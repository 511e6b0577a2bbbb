/** Confirms an email change by its mailed link. */
import { and, eq, ne } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { countAddress } from "../rate_limit.ts";
import { findLink, useLink } from "./_links.ts";
import { voidMailedProofs } from "./proofs.ts";

/** The specification's words for every failure (section 8). */
const notThere = () => new Refusal(404, "Not found");

/**
 * The link works only for the account that asked, signed in: an address that was mistyped must not hand the account to
 * its owner. 'Not found' (404) for somebody else's link, one that was used or is too old, and an address that another
 * account took meanwhile. Recovery links and codes that went to the old address die.
 */
export async function finishEmailChange(ctx: Context, { recoverId }: { recoverId: string }): Promise<void> {
  await countAddress(ctx, "linkAddress");
  await inTransaction(ctx.db, async (tx) => {
    const found = await findLink(tx, ctx, "emailChange", recoverId);
    if (!found?.newEmail || found.account.id !== ctx.actor?.id) throw notThere();
    const { account, newEmail } = found;
    const emailKey = newEmail.toLowerCase();
    const taken = await tx.select({ id: accounts.id }).from(accounts)
      .where(and(eq(accounts.emailKey, emailKey), ne(accounts.id, account.id))).get();
    if (taken || !await useLink(tx, ctx, "emailChange", recoverId)) throw notThere();
    await tx.update(accounts).set({ email: newEmail, emailKey, updatedAt: ctx.now }).where(eq(accounts.id, account.id));
    await voidMailedProofs(tx, ctx, account.id);
    await audit(tx, ctx, {
      action: "account.email",
      entity: "account",
      entityId: account.id,
      before: { email: account.email },
      after: { email: newEmail },
    });
  });
}
