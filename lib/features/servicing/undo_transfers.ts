/** Undoes a file of debits or credits that was not sent, or that the bank rejected. */
import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { ledgerRows, loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { countOf, moneyOfCents } from "../../domain/money.ts";
import { conflict, Refusal } from "../../domain/refusal.ts";
import { reversalEntry } from "../../domain/servicing/entries.ts";
import type { UndoTransfersInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { isLive } from "./_live_rows.ts";
import { loadTransferFile, rejectedNote } from "./_transfer_file.ts";
import { refuseClosed } from "./_open_book.ts";
import { undoneWith } from "./_undo.ts";
import { updateBooks } from "./update_books.ts";
import { writeUndos } from "./_write_undo.ts";

/**
 * What it posted is taken back with it, each payment by a row of its own. Nobody can have sent what nobody downloaded:
 * such a file gives its number back; another keeps it, with its bytes. Throws 404 for an unknown file, 409 for one that
 * was undone, where other payments stand in the ledgers than were shown, and where one of them cannot be taken back.
 */
export async function undoTransfers(ctx: Context, { id, payments, cents }: UndoTransfersInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const file = await loadTransferFile(tx, id);
    if (file.state === "undone") throw conflict("This file was undone already. Reload the page to see it as it is.");
    const live = await livePayments(tx, id);
    const sum = live.reduce((total, one) => total + one.cents, 0);
    if (live.length !== payments || sum !== cents) {
      throw conflict(
        `${countOf(live.length, "payment")} of ${moneyOfCents(sum)} of this file stand in the ledgers ` +
          "by now. Reload the page, look at them, then undo the file.",
      );
    }
    if (live.length > 0) await takeBack(tx, ctx, live, rejectedNote(file));
    const ended = { endedAt: ctx.now, endedBy: ctx.actor!.id, endedByName: ctx.actor!.name };
    const dropped = file.downloadedAt === null ? { sealed: "", number: null } : {};
    await tx.update(transferFiles).set({ state: "undone", ...dropped, ...ended })
      .where(and(eq(transferFiles.id, id), eq(transferFiles.state, file.state)));
    await audit(tx, ctx, {
      action: "transfers.undo",
      entityId: id,
      before: { state: file.state, ...(file.downloadedAt === null && { number: file.number }) },
      after: { state: "undone", payments, cents },
    });
  });
  // Other writes wait for a transaction: hundreds of ledgers are added up after it, some at a time.
  await updateBooks(ctx);
}

type LivePayment = Awaited<ReturnType<typeof livePayments>>[number];

/** The payments of a file that stand in the ledgers. */
const livePayments = (tx: Tx, fileId: number) =>
  tx.select({
    loan: { id: loans.id, adminComSelect: loans.adminComSelect },
    rowId: transfers.rowId,
    name: transfers.name,
    cents: transfers.cents,
  }).from(transfers).innerJoin(loans, eq(loans.id, transfers.loanId))
    .where(and(eq(transfers.fileId, fileId), isNotNull(transfers.rowId), isLive(transfers.rowId)));

/** Takes payments back together. Their ledgers are read and written by a few statements: a transaction is short. */
async function takeBack(tx: Tx, ctx: Context, live: readonly LivePayment[], note: string): Promise<void> {
  const ofLoans = inArray(ledgerRows.loanId, live.map(({ loan }) => loan.id));
  const found = await tx.select().from(ledgerRows).where(ofLoans).orderBy(asc(ledgerRows.id));
  const ledgers = Map.groupBy(found, ({ loanId }) => loanId), all = [];
  for (const { loan, rowId, name } of live) {
    try {
      const rows = ledgers.get(loan.id)!;
      refuseClosed(loan, rows);
      all.push({ loanId: loan.id, ...undoneWith(rows, rowId!) });
    } catch (error) {
      if (error instanceof Refusal) {
        throw conflict(`The payment of ${name} stays, and so does the file: ${error.message}`);
      }
      throw error;
    }
  }
  const today = dateInToronto(ctx.now);
  await writeUndos(tx, ctx, all, (row) => reversalEntry(row, "reversal", today, note));
}
