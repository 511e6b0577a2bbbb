/** Begins the ledger of a loan that is funded now (lending rules 14). */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { contracts } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { advanceEntry } from "../../domain/servicing/posting.ts";
import { audit } from "../audit.ts";
import { addRows, loadBook, plainEntry } from "./_book.ts";
import { reverseStart } from "./_reverse_start.ts";

/**
 * Writes the advance of the contract that came into force, in the funding's transaction. Not where the loan's ledger has
 * begun, nor where a payment fell due before: a person then names the balance. An advance of another day is reversed first:
 * payments between the two days would never fall due. Throws 409 where other rows came after it.
 */
export async function startLedger(tx: Tx, ctx: Context, contractId: number): Promise<void> {
  const contract = await tx.select().from(contracts).where(eq(contracts.id, contractId)).get();
  if (!contract) return;
  const { loanId, effectiveDate, firstPayment } = contract;
  const { rows } = await loadBook(tx, loanId), start = startOf(rows);
  const hasMoved = start?.kind === "advance" && start.day !== effectiveDate;
  if (hasMoved) {
    if (reversalProblem(start, rows)) {
      throw conflict(
        `Its ledger began with the advance of ${
          formatLongDate(start.day)
        } and has entries since. Fund it on that day, ` +
          "reverse the rows of its ledger, the first one last, and set it back. Then fund it on the other day.",
      );
    }
    await reverseStart(tx, ctx, loanId, rows, start, "Funded on another day");
  }
  if ((start && !hasMoved) || firstPayment < dateInToronto(ctx.now)) return;
  const advance = advanceEntry(contract);
  await addRows(tx, ctx, loanId, [advance]);
  await audit(tx, ctx, { action: "ledger.begin", entityId: loanId, after: { rows: [plainEntry(advance)] } });
}
