/** Sets or replaces a loan's broker. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { ROLE } from "../../domain/permissions.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { SetLoanBrokerInput } from "../../schemas/loans/loan.ts";
import { audit } from "../audit.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { getLoanFor } from "./load.ts";
import { type BrokerLoan, brokerOfLoan, type LoanBroker } from "./loan_parts.ts";

/**
 * Assigns an enabled broker and returns them with their other loans. Throws 404 for an unknown loan, 409 where it has
 * another broker than was seen, and 422 for any other account. Leaves the form's `updatedAt` unchanged.
 */
export async function setLoanBroker(
  ctx: Context,
  input: SetLoanBrokerInput,
): Promise<{ broker: LoanBroker | null; brokerLoans: BrokerLoan[] }> {
  await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const broker = await tx.select({ id: accounts.id }).from(accounts)
      .where(and(eq(accounts.id, input.brokerId), eq(accounts.role, ROLE.broker), eq(accounts.status, 1))).get();
    if (!broker) throw invalid("Choose an enabled broker account.", { brokerId: "Choose an enabled broker account." });
    if (loan.brokerId !== broker.id) {
      if (input.seen !== undefined && input.seen !== loan.brokerId) {
        const { who } = await lastSave(tx, rowsOf(["loan.broker"], loan.id));
        throw conflict(`${who || "Somebody"} gave this loan another broker meanwhile. Reload the page to see whom.`);
      }
      await tx.update(loans).set({ brokerId: broker.id }).where(eq(loans.id, loan.id));
      await audit(tx, ctx, {
        action: "loan.broker",
        entityId: loan.id,
        before: { brokerId: loan.brokerId },
        after: { brokerId: broker.id },
      });
    }
  });
  return await brokerOfLoan(ctx.db, ctx.site, input.loanId);
}
