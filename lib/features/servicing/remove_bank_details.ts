/** Removes bank details, as where an agreement was cancelled. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { bankDetails } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { RemoveBankDetailsInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { partyOf } from "./_bank_details.ts";

/** Nothing is collected by them from then on. Throws 404 for an unknown loan, and where none are kept. */
export function removeBankDetails(ctx: Context, input: RemoveBankDetailsInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (input.loanId !== undefined) await getLoanFor(ctx.actor, tx, input.loanId);
    const party = partyOf(input);
    const [deleted] = await tx.delete(bankDetails).where(eq(bankDetails.party, party)).returning();
    if (!deleted) throw notFound("account");
    await audit(tx, ctx, { action: "bankDetails.remove", entityId: party, before: { agreedOn: deleted.agreedOn } });
  });
}
