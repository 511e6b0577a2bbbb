import { count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { accountChangeProblem } from "../../domain/accounts/account_values.ts";
import { conflict, forbidden } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { endSessions } from "../accounts/proofs.ts";
import { withdrawAll } from "../mail/mod.ts";
import { otherOwners } from "./_guard.ts";
import { loadAccount } from "./_load.ts";

/**
 * Deletes an account and ends its sessions. Throws 404, 403, and 409 for one with loans, trashed ones included: those
 * records and their broker must be kept, so disable the account instead.
 */
export async function deleteAccount(ctx: Context, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await loadAccount(tx, id);
    const problem = accountChangeProblem(ctx.actor!, before, null, await otherOwners(tx, id));
    if (problem) throw forbidden(problem);
    const held = (await tx.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())?.n ?? 0;
    if (held > 0) {
      throw conflict(
        `This account has ${held === 1 ? "a loan" : `${held} loans`}, and their records must be kept. ` +
          "Disable the account instead: set its status to Disabled and save.",
      );
    }
    await endSessions(tx, id);
    await withdrawAll(tx, id);
    await tx.delete(accounts).where(eq(accounts.id, id));
    await audit(tx, ctx, { action: "account.delete", entityId: id, before });
  });
}
