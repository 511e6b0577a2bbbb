/** Sets the status of many loans, or recomputes them. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Outcomes } from "../../domain/loans/outcome.ts";
import { isClosed, statusLabel } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import type { UpdateMultipleInput } from "../../schemas/loans/bulk.ts";
import type { UpdateLoanInput } from "../../schemas/loans/loan.ts";
import { bookOf } from "../servicing/get_ledger.ts";
import { beforeStatus } from "./_before_status.ts";
import { eachLoan } from "./_each_loan.ts";
import { getLoanFor } from "./load.ts";
import { updateLoan } from "./update_loan.ts";

/**
 * Saves each loan as its own page would, in its own transaction with an audit row; a refusal concerns that loan only.
 * Without a status each is recomputed under the settings in force. `undo` restores what the change to be undone filled
 * in. With confirmed points each loan is funded on its own alone, as from its own page, and none without them.
 */
export async function updateMultipleLoans(ctx: Context, input: UpdateMultipleInput): Promise<Outcomes> {
  const { loans, status, from, declineReason, undo, payouts } = input;
  // Another process may have saved settings a moment ago.
  if (status === undefined) await ctx.refreshLending();
  const seen = new Map(input.confirmed?.map(({ id, open, offerId }) => [id, { open, offerId }]));
  return await eachLoan(ctx, loans, async (loanId) => {
    const loan = await getLoanFor(ctx.actor, ctx.db, loanId), { adminComSelect: now, updatedAt } = loan;
    if (status && now === status) throw conflict(`It is ${statusLabel(now)} already.`);
    if (from && now !== from) throw conflict(`It is ${statusLabel(now)} by now, so it was left as it is.`);
    const confirmed = seen.get(loanId);
    if (input.confirmed && !confirmed) {
      throw conflict("Its open points were not confirmed, so it was not changed. Set its status again to see them.");
    }
    const data: UpdateLoanInput["data"] = status === undefined
      ? {}
      : undo
      ? await beforeStatus(ctx, loan, status)
      : { adminComSelect: status, ...(status === "Declined" ? { declineReason } : {}) };
    // A ledger of another status was closed before; a pending loan's may begin with this very change.
    const mayPay = payouts && status === "Repaid" && !undo && !isClosed(now);
    const book = mayPay ? await bookOf(ctx.db, loanId) : null;
    const payout = mayPay && (now === "Funded" || !book) ? { amount: null, discharge: null } : undefined;
    // The payout is of today, also where an earlier repayment left its day.
    if (payout && book) data.dateRepaid = dateInToronto(ctx.now);
    await updateLoan(
      ctx,
      { loanId, data, updatedAt, payout, ...(confirmed && { confirmed }) },
      { anew: status === undefined, undo },
    );
  });
}
