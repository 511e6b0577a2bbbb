import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { isShortUsername, MESSAGES } from "../../domain/accounts/account_rules.ts";
import { accountChangeProblem, needsLicence } from "../../domain/accounts/account_values.ts";
import { forbidden, invalid } from "../../domain/refusal.ts";
import type { UpdateAccountInput } from "../../schemas/brokers/account.ts";
import { audit, changes, sentFields } from "../audit.ts";
import { endSessions, voidMailedProofs } from "../accounts/proofs.ts";
import { withdrawRefused } from "../mail/mod.ts";
import { isPasswordOf, otherOwners, refuseStale, refuseTakenNames } from "./_guard.ts";
import { loadAccount } from "./_load.ts";

type SentFields = Omit<UpdateAccountInput, "id" | "password" | "confirmPassword" | "updatedAt">;

/**
 * Changes an account. A new password, role or status ends its sessions; a new password, email or status voids its
 * mailed links and codes; campaign mails that wait and that it may no longer get are withdrawn. Sent again it writes
 * nothing. Throws 404, 403 by the role rules, 422 for invalid fields, 409 for taken names and a stale form.
 */
export async function updateAccount(ctx: Context, input: UpdateAccountInput): Promise<void> {
  const { id, password, confirmPassword: _, updatedAt, ...fields } = input;
  const hasPassword = password !== "" && await isPasswordOf(ctx, id, password);
  const passwordHash = password ? await ctx.passwords.hash(password) : null;
  await inTransaction(ctx.db, async (tx) => {
    const before = await loadAccount(tx, id);
    const after = { ...before, ...sentFields(fields) };
    const problem = accountChangeProblem(ctx.actor!, before, after, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const wrong = {
      ...(needsLicence(after.role) && !fields.license && { license: MESSAGES.license }),
      ...(isShortUsername(after.username, before.username) && { username: MESSAGES.usernameShort }),
    };
    const [reason] = Object.values(wrong);
    if (reason) throw invalid(reason, wrong);
    const changed = changes<object>(before, sentFields(fields));
    const is = changed.after as Partial<SentFields>;
    // Sent again, all of it is stored; the same password in a form that is not stale is to end the sessions.
    const isSetAgain = hasPassword && updatedAt !== undefined && updatedAt !== before.updatedAt;
    if ((!passwordHash || isSetAgain) && Object.keys(is).length === 0) return;
    await refuseStale(tx, before, updatedAt);
    await refuseTakenNames(tx, after, id);
    await tx.update(accounts).set({
      ...is,
      emailKey: after.email.toLowerCase(),
      usernameKey: after.username.toLowerCase(),
      ...(passwordHash ? { passwordHash } : {}),
      updatedAt: ctx.now,
    }).where(eq(accounts.id, id));
    if (passwordHash || "role" in is || "status" in is) await endSessions(tx, id);
    if (passwordHash || "email" in is || "status" in is) await voidMailedProofs(tx, ctx, id);
    await withdrawRefused(tx, ctx, eq(accounts.id, id));
    await audit(tx, ctx, {
      action: "account.update",
      entityId: id,
      before: changed.before,
      after: passwordHash ? { ...is, password: "changed" } : is,
    });
  });
}
