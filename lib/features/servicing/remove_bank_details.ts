/** Removes bank details, as where an agreement was cancelled. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { bankDetails } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";
import type { RemoveBankDetailsInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { partyOf, refuseOtherDetails } from "./_bank_details.ts";

/** Nothing is collected by them from then on. Throws 404 for an unknown loan or where none are kept, 409 for others. */
export function removeBankDetails(ctx: Context, input: RemoveBankDetailsInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (input.loanId !== undefined) await getLoanFor(ctx.actor, tx, input.loanId);
    const party = partyOf(input);
    const stored = await tx.select().from(bankDetails).where(eq(bankDetails.party, party)).get();
    if (!stored) throw notFound("account");
    refuseOtherDetails(stored, input.seen);
    await tx.delete(bankDetails).where(eq(bankDetails.party, party));
    await audit(tx, ctx, { action: "bankDetails.remove", entityId: party, before: { agreedOn: stored.agreedOn } });
  });
}
