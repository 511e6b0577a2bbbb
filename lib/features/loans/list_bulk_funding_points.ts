/** What is open of many loans that are about to be funded: asked before their status is set (lending rules 12). */
import type { Context } from "../../../db/mod.ts";
import type { LoanFundingPoints } from "../../domain/loans/funding_points.ts";
import { isLent } from "../../domain/loans/status.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { BulkFundingInput } from "../../schemas/loans/bulk.ts";
import { getLoanFor } from "./load.ts";
import { listFundingPoints } from "./update_loan.ts";

/** The points of each loan, in the order asked for; a loan that would be refused says why, a lent one is not asked. */
export async function listBulkFundingPoints(ctx: Context, input: BulkFundingInput): Promise<LoanFundingPoints[]> {
  const { loans, status } = input;
  const found: LoanFundingPoints[] = [];
  for (const id of loans) {
    let clientCode = "";
    try {
      const loan = await getLoanFor(ctx.actor, ctx.db, id);
      clientCode = loan.clientCode;
      const points = isLent(loan.adminComSelect)
        ? { open: [], offerId: null }
        : await listFundingPoints(ctx, { loanId: id, data: { adminComSelect: status } });
      found.push({ id, clientCode, ...points, refusal: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.push({ id, clientCode, open: [], offerId: null, refusal: error.message });
    }
  }
  return found;
}
