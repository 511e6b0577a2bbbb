/** What a loan's ledger owes on the day of its payout, before the loan is set to Repaid. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { fromCents } from "../../domain/money.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { paidOut, type PayoutOwed, settlementProblem } from "../../domain/servicing/settlement.ts";
import type { PayoutOwedInput } from "../../schemas/servicing/ledger.ts";
import { getLoanFor } from "../loans/load.ts";
import { loadBook } from "./_book.ts";
import { statementOn } from "./_statement.ts";

/** Null for a loan without an open ledger. Throws not-found. */
export async function getPayoutOwed(ctx: Context, input: PayoutOwedInput): Promise<PayoutOwed | null> {
  const loan = await getLoanFor(ctx.actor, ctx.db, input.loanId);
  const book = await loadBook(ctx.db, loan.id), start = startOf(book.rows);
  if (!start || paidOut(book.rows)) return null;
  const today = dateInToronto(ctx.now), day = input.day || today;
  const reason = settlementProblem(book.rows, day, today);
  const { payout, fees, problem } = statementOn(book, loan, day < start.day ? start.day : day, input.discharge);
  return { day, total: fromCents(payout.total), discharge: fees[0].amount, reason, notice: problem };
}
