import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { MESSAGES, USERNAME_MIN } from "../../domain/accounts/account_rules.ts";
import { accountChangeProblem, needsLicence } from "../../domain/accounts/account_values.ts";
import { forbidden, invalid } from "../../domain/refusal.ts";
import type { UpdateAccountInput } from "../../schemas/brokers.ts";
import { audit, changes } from "../audit.ts";
import { endSessions, voidMailedProofs } from "../accounts/proofs.ts";
import { otherOwners, refuseStale, refuseTakenNames } from "./_guard.ts";
import { loadAccount } from "./_load.ts";

type Sent = Omit<UpdateAccountInput, "id" | "password" | "confirmPassword" | "updatedAt">;

/** The fields that were sent; what was left out stays as it is. */
function given(fields: Sent): Partial<Sent> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Changes an account. A new password, role or status signs it out everywhere; a new password, email or status voids
 * its mailed links and codes. Throws 404, 403 where the role rules forbid it, 422 for a broker without a licence and for a
 * new username that is too short, 409 for taken names and for an account that was changed since `updatedAt`.
 */
export async function updateAccount(ctx: Context, input: UpdateAccountInput): Promise<void> {
  const { id, password, confirmPassword: _, updatedAt, ...fields } = input;
  const passwordHash = password ? await ctx.passwords.hash(password) : null;
  await inTransaction(ctx.db, async (tx) => {
    const before = await loadAccount(tx, id);
    const after = { ...before, ...given(fields) };
    const problem = accountChangeProblem(ctx.actor!, before, after, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    if (needsLicence(after.role) && !fields.license) throw invalid(MESSAGES.license, { license: MESSAGES.license });
    if (after.username !== before.username && after.username.length < USERNAME_MIN) {
      throw invalid(MESSAGES.usernameShort, { username: MESSAGES.usernameShort });
    }
    await refuseStale(tx, before, updatedAt);
    await refuseTakenNames(tx, after, id);
    const changed = changes<object>(before, given(fields));
    const is = changed.after as Partial<Sent>;
    if (!passwordHash && Object.keys(is).length === 0) return;
    await tx.update(accounts).set({
      ...is,
      emailKey: after.email.toLowerCase(),
      usernameKey: after.username.toLowerCase(),
      ...(passwordHash ? { passwordHash } : {}),
      updatedAt: ctx.now,
    }).where(eq(accounts.id, id));
    if (passwordHash || "role" in is || "status" in is) await endSessions(tx, id);
    if (passwordHash || "email" in is || "status" in is) await voidMailedProofs(tx, ctx, id);
    await audit(tx, ctx, {
      action: "account.update",
      entity: "account",
      entityId: id,
      before: changed.before,
      after: passwordHash ? { ...is, password: "changed" } : is,
    });
  });
}
