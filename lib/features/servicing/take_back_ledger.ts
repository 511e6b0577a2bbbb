/** Takes back the ledger that a funding began, where that funding is undone. */
import { desc } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { rowsOf } from "../last_save.ts";
import { loadBook } from "./_book.ts";
import { reverseStart } from "./_reverse_start.ts";

/**
 * Reverses the advance that came with the loan's last save, once its payout is taken back; a ledger that was there
 * before stays. Throws 409 where people, or the days since, added to it.
 */
export async function takeBackLedger(tx: Tx, ctx: Context, loanId: number): Promise<void> {
  const { rows } = await loadBook(tx, loanId), start = startOf(rows);
  if (!start || !await begunWithLastSave(tx, loanId, start.kind === "advance")) return;
  if (start.kind !== "advance" || reversalProblem(start, rows)) {
    throw conflict(
      "Its ledger has entries since it was funded, so it was left as it is. Open its ledger and reverse them, the first " +
        "one last, then set its status back there.",
    );
  }
  await reverseStart(tx, ctx, loanId, rows, start, "The funding was undone");
}

/**
 * Whether the ledger began with the loan's newest save or after it. Only a save writes an advance, with its audit row
 * before its own; a balance that a person named before the save is not its doing.
 */
async function begunWithLastSave(tx: Tx, loanId: number, withAdvance: boolean): Promise<boolean> {
  const { action } = auditRows;
  const trail = await tx.select({ action }).from(auditRows)
    .where(rowsOf(["loan.update", "ledger.begin"], loanId)).orderBy(desc(auditRows.id));
  const saves = trail.flatMap((one, i) => one.action === "loan.update" ? [i] : []);
  return trail.slice(0, saves[withAdvance ? 1 : 0]).some((one) => one.action === "ledger.begin");
}
