/** Closes a ledger as its loan is repaid, and opens it again as the loan is Funded again (lending rules 15). */
import { desc } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { fromCents, toCents } from "../../domain/money.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import { actKey, reversalEntry, reversedWith } from "../../domain/servicing/entries.ts";
import { type LedgerRow, startOf } from "../../domain/servicing/ledger.ts";
import { nothingOwed } from "../../domain/servicing/overpayment.ts";
import {
  paidOut,
  postedAfter,
  receivedProblem,
  settlementEntries,
  settlementProblem,
} from "../../domain/servicing/settlement.ts";
import type { PayoutReceived } from "../../schemas/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { rowsOf } from "../last_save.ts";
import type { LoanRow } from "../loans/load.ts";
import { addRows, loadBook, plainEntry, postMissing } from "./_book.ts";
import { agreedDischarge, statementOn } from "./_statement.ts";
import { writeUndo } from "./_write_undo.ts";

/** Throws 409 for a payout in a save that does not set the loan to Repaid: it would be recorded nowhere. */
export function refuseIdlePayout(before: LoanRow, after: LoanRow, received: PayoutReceived | undefined): void {
  if (!received || (after.adminComSelect === "Repaid" && before.adminComSelect !== "Repaid")) return;
  throw conflict(
    before.adminComSelect === "Repaid"
      ? "This loan is Repaid already, so no payout was recorded. Set it to Funded first, then to Repaid with the payout."
      : "A payout is recorded as the loan is set to Repaid. Set it to Repaid with it, or save without one.",
  );
}

/**
 * Follows a loan's change of status in its transaction: Repaid records the payout that was received, where one is
 * named; Funded takes a recorded one back. Throws 409 for a loan without a ledger, 422 for a day that cannot be.
 */
export async function settleLedger(
  tx: Tx,
  ctx: Context,
  before: LoanRow,
  after: LoanRow,
  received: PayoutReceived | undefined,
): Promise<void> {
  if (after.adminComSelect === before.adminComSelect) return;
  if (after.adminComSelect === "Funded") await reopenLedger(tx, ctx, after.id);
  if (after.adminComSelect === "Repaid" && received) await close(tx, ctx, after, received);
}

async function close(tx: Tx, ctx: Context, loan: LoanRow, { amount, discharge }: PayoutReceived): Promise<void> {
  const day = loan.dateRepaid, today = dateInToronto(ctx.now);
  const { rows } = await loadBook(tx, loan.id);
  if (!startOf(rows) || paidOut(rows)) {
    if (amount === null) return;
    throw conflict("This loan has no open ledger, so no payout can be recorded. Set it to Repaid without one.");
  }
  const reason = settlementProblem(rows, day, today);
  if (reason) throw invalid(reason, { "data.dateRepaid": reason });
  const book = await postMissing(tx, ctx, loan.id, day);
  const { payout, fees, problem } = statementOn(book, loan, day, discharge);
  const unstated = problem || (payout.total < 0 ? nothingOwed(payout.total, day) : "");
  if (amount === null && unstated) {
    throw invalid(
      `${unstated} There is no statement of that day: open the loan and enter the payout that was received.`,
    );
  }
  const cents = amount === null ? payout.total : toCents(amount);
  const nothing = receivedProblem(cents, payout.total);
  if (nothing) throw invalid(nothing, { "payout.amount": nothing });
  const entries = settlementEntries(book.rows, book.contracts, payout, fees, cents, problem === "");
  const act = `payout-${book.rows.length}`;
  const taken = postedAfter(book.rows, day);
  await addRows(tx, ctx, loan.id, [
    ...taken.map((row) => ({
      ...reversalEntry(row, "reversal", row.day, "The loan was paid out before"),
      key: actKey(act, `undo-${row.id}`),
      reverses: row.id,
    })),
    ...entries.map((entry, i) => ({ ...entry, key: actKey(act, i) })),
  ]);
  await audit(tx, ctx, {
    action: "ledger.payout",
    entityId: loan.id,
    after: {
      statement: problem ? null : fromCents(payout.total),
      received: fromCents(cents),
      rows: entries.map(plainEntry),
    },
  });
}

/**
 * True where the ledger was closed with this very payout, or null found no ledger to close: it was sent before, and its
 * answer was lost.
 */
export async function isClosedWith(tx: Tx, loanId: number, { amount, discharge }: PayoutReceived): Promise<boolean> {
  const { rows, contracts } = await loadBook(tx, loanId), paid = paidOut(rows);
  if (!paid) return amount === null && !startOf(rows);
  const fees = reversedWith(paid, rows).filter(({ kind }) => kind === "fee").reduce((sum, row) => sum + row.charges, 0);
  const received = amount ?? await statedOf(tx, loanId);
  return received !== null && paid.paid === toCents(received) &&
    fees === toCents(discharge ?? agreedDischarge(contracts, paid.day));
}

/** What the statement of the newest payout said, in dollars; null where there was none. */
async function statedOf(tx: Tx, loanId: number): Promise<number | null> {
  const row = await tx.select({ after: auditRows.after }).from(auditRows).where(rowsOf(["ledger.payout"], loanId))
    .orderBy(desc(auditRows.id)).limit(1).get();
  return JSON.parse(row?.after ?? "{}").statement ?? null;
}

/** Reverses the payout, if any, with `note`: what was posted for later days and taken back with it stands again. */
export async function reopenLedger(
  tx: Tx,
  ctx: Context,
  loanId: number,
  note = "The loan is Funded again",
): Promise<void> {
  const { rows } = await loadBook(tx, loanId), paid = paidOut(rows);
  if (!paid) return;
  const today = dateInToronto(ctx.now);
  const undone = reversedWith(paid, rows);
  const prefix = paid.key.replace(/\d+$/, "undo-");
  const again = rows.filter(({ reverses, key }) => reverses !== null && key.startsWith(prefix))
    .map(({ reverses }) => rows.find(({ id }) => id === reverses)!);
  const stands = again.map((row) => ({ ...plainEntry(row), key: `${row.key}:${paid.id}` }));
  const takeBack = (row: LedgerRow) => reversalEntry(row, "reversal", today, note);
  await writeUndo(tx, ctx, loanId, { row: paid, undone }, takeBack, stands);
}
