import { count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { accountChangeProblem } from "../../domain/accounts/account_values.ts";
import { isErased } from "../../domain/accounts/erased.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emptyTrail } from "./_empty_trail.ts";
import { otherOwners } from "./_guard.ts";
import { loadAccount } from "./_load.ts";
import { removeData } from "./_remove_data.ts";

/**
 * Erases a person as `erasePerson` does, and deletes the account: nothing would find their data later. Throws 404, 403,
 * and 409 for one with loans, trashed ones included: those records and their broker must be kept.
 */
export async function deleteAccount(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const account = await tx.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!account) throw notFound("account");
    const problem = accountChangeProblem(ctx.actor!, account, null, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const held = (await tx.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())?.n ?? 0;
    if (held > 0) {
      throw conflict(
        `This account has ${held === 1 ? "a loan" : `${held} loans`}, and their records must be kept. ` +
          "Disable the account instead: set its status to Disabled and save.",
      );
    }
    const before = await loadAccount(tx, id);
    const removed = isErased(account) ? { accountId: id, requests: [] } : await removeData(tx, ctx, account);
    await tx.delete(accounts).where(eq(accounts.id, id));
    await audit(tx, ctx, { action: "account.delete", entityId: id, before });
    await emptyTrail(tx, removed);
  });
}
