/** Takes back what a change of status did to a loan's payout, where that change is undone (lending rules 15). */
import { desc } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { fromCents } from "../../domain/money.ts";
import { conflict } from "../../domain/refusal.ts";
import { actKey, reversalEntry } from "../../domain/servicing/entries.ts";
import { liveRows, POSTED_KINDS } from "../../domain/servicing/ledger.ts";
import { paidOut, postedAfter } from "../../domain/servicing/settlement.ts";
import { audit } from "../audit.ts";
import { rowsOf } from "../last_save.ts";
import { addRows, loadBook, plainEntry, type StoredLedgerRow } from "./_book.ts";
import { reopenLedger } from "./settle_ledger.ts";

/**
 * Reverses the payout that the loan's last save recorded, and records again the one that it reversed. Throws 409 where
 * people added to the ledger since.
 */
export async function undoSettlement(tx: Tx, ctx: Context, loanId: number): Promise<void> {
  const trail = await tx.select().from(auditRows)
    .where(rowsOf(["loan.update", "ledger.payout", "ledger.reverse"], loanId)).orderBy(desc(auditRows.id));
  const saves = trail.flatMap(({ action }, i) => action === "loan.update" ? [i] : []);
  const since = trail.slice(0, saves[1]);
  if (since.some(({ action }) => action === "ledger.payout")) {
    return await reopenLedger(tx, ctx, loanId, "The payout was undone");
  }
  const { rows } = await loadBook(tx, loanId);
  const reversed = since.filter(({ action }) => action === "ledger.reverse")
    .map(({ before }) => rows.find(({ id }) => id === JSON.parse(before ?? "{}").id))
    .find((row) => row?.kind === "payout");
  if (!reversed || paidOut(rows)) return;
  const recorded = trail.find(({ action }) => action === "ledger.payout");
  const { statement = null } = JSON.parse(recorded?.after ?? "{}");
  await recordAgain(tx, ctx, reversed, rows, statement);
}

/** `statement` is what the payout's own said, in dollars; null where there was none. */
async function recordAgain(
  tx: Tx,
  ctx: Context,
  payout: StoredLedgerRow,
  rows: StoredLedgerRow[],
  statement: number | null,
): Promise<void> {
  const { loanId, day } = payout;
  refuseEntriesSince(payout, rows);
  const was = payout.key.replace(/\d+$/, ""), act = `payout-${rows.length}`;
  const entries = rows.filter(({ key, reverses }) => reverses === null && key.startsWith(was));
  await addRows(tx, ctx, loanId, [
    ...postedAfter(rows, day).map((row) => ({
      ...reversalEntry(row, "reversal", row.day, "The loan was paid out before"),
      key: actKey(act, `undo-${row.id}`),
      reverses: row.id,
    })),
    ...entries.map((row, i) => ({ ...plainEntry(row), key: actKey(act, i) })),
  ]);
  const after = { statement, received: fromCents(payout.paid), rows: entries.map(plainEntry) };
  await audit(tx, ctx, { action: "ledger.payout", entityId: loanId, after });
}

function refuseEntriesSince(payout: StoredLedgerRow, rows: StoredLedgerRow[]): void {
  const reopened = rows.find(({ reverses }) => reverses === payout.id)!;
  const live = new Set(liveRows(rows).map(({ id }) => id));
  // What stood again with the reversal is posted, as what fell due since.
  const isNew = ({ id, kind, reverses }: StoredLedgerRow) =>
    id > reopened.id && (reverses === null ? live.has(id) && !POSTED_KINDS.includes(kind) : reverses < reopened.id);
  if (!rows.some(isNew)) return;
  throw conflict(
    "Its ledger has entries since its payout was reversed, so it was left as it is. Open the loan and set it to Repaid " +
      "there, with the payout.",
  );
}
