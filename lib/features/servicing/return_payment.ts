/** Records that the bank returned a payment (NSF), and the fee for it. */
import type { Context } from "../../../db/mod.ts";
import { formatLongDate } from "../../domain/dates.ts";
import { toCents } from "../../domain/money.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import { dayProblem, entriesOf, reversalEntry } from "../../domain/servicing/entries.ts";
import type { ReturnPaymentInput } from "../../schemas/servicing/ledger.ts";
import { undoRow } from "./_undo.ts";

/**
 * The payment counts as never made; a prepayment goes with its penalty. Throws 404 for an unknown loan or row, 409 for
 * a row that is no payment or cannot be reversed, 422 for a day before the payment or after today.
 */
export function returnPayment(ctx: Context, input: ReturnPaymentInput): Promise<{ rows: number }> {
  return undoRow(ctx, input, (undone, rows, today) => {
    const { day } = input, cents = toCents(input.fee);
    const payment = undone.find(({ kind }) => kind === "payment" || kind === "prepayment");
    if (!payment) throw conflict("Only a payment can be returned. Reverse this row instead.");
    const reason = dayProblem(day, rows, today) ||
      (day < payment.day
        ? `The payment was received on ${formatLongDate(payment.day)}. Choose that day or a later one.`
        : "");
    if (reason) throw invalid(reason, { day: reason });
    const why = `Returned by the bank${input.reason ? `: ${input.reason}` : ""}`;
    return {
      takeBack: (row) => reversalEntry(row, row.kind === "penalty" ? "reversal" : "nsf", day, why),
      more: cents > 0 ? entriesOf({ kind: "fee", day, cents, note: "NSF fee" }) : [],
    };
  });
}
