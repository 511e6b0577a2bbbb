/** Erases what the portal need not keep of a person (docs/decisions/personal-data.md). */
import { count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { accountChangeProblem } from "../../domain/accounts/account_values.ts";
import { ERASED_NAME, erasedEmail, erasedUsername, isErased } from "../../domain/accounts/erased.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { newToken } from "../tokens.ts";
import { emptyTrail } from "./_empty_trail.ts";
import { otherOwners } from "./_guard.ts";
import { removeData } from "./_remove_data.ts";

/**
 * Erases a person and disables the account. Loans stay with who brought them (name, brokerage, licences), and so do the
 * log of consent and the trail without what it said of them. Throws 404, 403 as for a deletion, and 409 if done before.
 */
export async function erasePerson(ctx: Context, { id }: { id: number }): Promise<{ loansKept: number }> {
  // The hash of a random password: a sign-in takes as long as with any other.
  const passwordHash = await ctx.passwords.hash(newToken());
  return await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account) throw notFound("account");
    if (isErased(account)) throw conflict("This person's data was erased before. Nothing was changed.");
    const problem = accountChangeProblem(ctx.actor!, account, null, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const loansKept = (await tx.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())!.n;
    const removed = await removeData(tx, ctx, account);
    await tx.update(accounts).set({
      ...(loansKept > 0 ? {} : { name: ERASED_NAME, brokerage: "", brokerageLicense: "", license: "" }),
      email: erasedEmail(id),
      emailKey: erasedEmail(id),
      username: erasedUsername(id),
      usernameKey: erasedUsername(id),
      phone: "",
      notes: "",
      passwordHash,
      status: 0,
      touchBaseEmails: false,
      lastSignInAt: null,
      updatedAt: ctx.now,
    }).where(eq(accounts.id, id));
    await audit(tx, ctx, { action: "account.erase", entityId: id, after: { loansKept } });
    await emptyTrail(tx, removed, { keepNames: loansKept > 0 });
    return { loansKept };
  });
}
