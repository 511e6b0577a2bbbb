/** Confirms an email change by its mailed link. */
import { and, eq, ne } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { EMAIL_TAKEN, OTHERS_EMAIL_LINK } from "../../domain/accounts/account_rules.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { withdrawRefused } from "../mail/withdraw_refused.ts";
import { countAddress } from "../rate_limit.ts";
import { consumeLink, findLink } from "./_links.ts";
import { voidMailedProofs } from "./proofs.ts";

/** The specification's message for every failure (accounts specification 8). */
const notFoundRefusal = () => new Refusal(404, "Not found");

/**
 * Works only for the requesting account, signed in, as a mistyped address must not give the account away. Throws 404:
 * for another account's, used or expired link, and an address of another account. Voids what the old address was sent.
 */
export async function finishEmailChange(ctx: Context, { recoverId }: { recoverId: string }): Promise<void> {
  await countAddress(ctx, "linkAddress");
  const isTaken = await inTransaction(ctx.db, async (tx) => {
    const found = await findLink(tx, ctx, ["emailChange"], recoverId);
    if (!found?.newEmail) throw notFoundRefusal();
    if (found.account.id !== ctx.actor?.id) throw new Refusal(404, OTHERS_EMAIL_LINK);
    const { account, newEmail } = found;
    const emailKey = newEmail.toLowerCase();
    if (!await consumeLink(tx, ctx, ["emailChange"], recoverId)) throw notFoundRefusal();
    const taken = await tx.select({ id: accounts.id }).from(accounts)
      .where(and(eq(accounts.emailKey, emailKey), ne(accounts.id, account.id))).get();
    // Refused once this has committed: the link is used up, and Account Settings no longer waits for it.
    if (taken) return true;
    await tx.update(accounts).set({ email: newEmail, emailKey, updatedAt: ctx.now }).where(eq(accounts.id, account.id));
    await voidMailedProofs(tx, ctx, account.id);
    await withdrawRefused(tx, ctx, eq(accounts.id, account.id));
    await audit(tx, ctx, {
      action: "account.email",
      entityId: account.id,
      before: { email: account.email },
      after: { email: newEmail },
    });
    return false;
  });
  if (isTaken) throw new Refusal(404, EMAIL_TAKEN);
}
