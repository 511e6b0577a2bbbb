/** Mails a loan's deal summary to the lender's partners. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { loanFigures } from "../../domain/loans/deal.ts";
import { dealSummary } from "../../domain/loans/deal_summary.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { LoanReference } from "../../schemas/loans/acts.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { getLoanFor } from "./load.ts";
import { propertiesOf } from "./loan_parts.ts";

/**
 * Queues a mail for each partner address of the settings and sets isdone. Throws 404 for an unknown loan, 409 for one
 * already shared or in the trash, 422 without partners. Leaves the form's `updatedAt` unchanged.
 */
export async function shareLoan(ctx: Context, { loanId }: LoanReference): Promise<{ sharedWith: number }> {
  const { settings, config } = ctx.lending();
  const addresses = [...new Set(settings.partnerEmails.map((one) => one.trim().toLowerCase()).filter(Boolean))];
  const sharedWith = await inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, loanId);
    if (loan.isdone === 1) throw conflict("This deal was shared already. No mail was sent again.");
    if (loan.adminComSelect === "Trash") throw conflict("This loan is in the trash. Take it out before you share it.");
    if (addresses.length === 0) {
      throw invalid("No partner addresses are set. Add them in the general settings first.");
    }
    const figures = loanFigures({ ...loan, additionalProperties: await propertiesOf(tx, loan.id) }, settings, config);
    const facts = dealSummary(loan, figures);
    await emit(tx, ctx, { type: "loan.shared", v: 1, loanId: loan.id, partners: addresses, facts });
    await tx.update(loans).set({ isdone: 1 }).where(eq(loans.id, loan.id));
    await audit(tx, ctx, {
      action: "loan.share",
      entityId: loan.id,
      before: { isdone: 0 },
      after: { isdone: 1, sharedWith: addresses },
    });
    return addresses.length;
  });
  return { sharedWith };
}
