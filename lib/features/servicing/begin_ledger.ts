/** Begins the ledger of an older loan with the balance that a person names. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { toCents } from "../../domain/money.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import { dayProblem, openingEntry } from "../../domain/servicing/entries.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { contractsInTurn } from "../../domain/servicing/due_days.ts";
import type { BeginLedgerInput } from "../../schemas/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { addRows, loadBook, plainEntry, postMissing } from "./_book.ts";

/**
 * Writes the opening balance; payments that fell due since are posted. Sent again it writes nothing. Throws 404 for an
 * unknown loan, 409 where it is not funded, has no contract, or another ledger, 422 for a day before the contract or
 * after today.
 */
export function beginLedger(ctx: Context, input: BeginLedgerInput): Promise<{ rows: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const today = dateInToronto(ctx.now);
    const { rows, contracts } = await loadBook(tx, loan.id);
    const { day, principal, due, charges } = input;
    const opening = openingEntry({
      day,
      principal: toCents(principal),
      due: toCents(due),
      charges: toCents(charges),
    });
    const start = startOf(rows), first = contractsInTurn(contracts).at(0);
    if (start && JSON.stringify(plainEntry(start)) === JSON.stringify(plainEntry(opening))) {
      return { rows: rows.length };
    }
    if (loan.adminComSelect !== "Funded") {
      throw conflict("Only a funded loan has a ledger. Set the loan to Funded first.");
    }
    if (!first) throw conflict("This loan has no contract yet. Set its rate, term and structure, then save it.");
    if (start) throw conflict("This loan has a ledger already. Reload the page to see it.");
    const reason = dayProblem(day, rows, today) ||
      (day < first.effectiveDate
        ? `The contract begins on ${formatLongDate(first.effectiveDate)}. Choose that day or a later one.`
        : "");
    if (reason) throw invalid(reason, { day: reason });
    await addRows(tx, ctx, loan.id, [{ ...opening, key: `opening:${rows.length}` }]);
    await audit(tx, ctx, { action: "ledger.begin", entityId: loan.id, after: { rows: [plainEntry(opening)] } });
    const book = await postMissing(tx, ctx, loan.id, today);
    return { rows: book.rows.length };
  });
}
