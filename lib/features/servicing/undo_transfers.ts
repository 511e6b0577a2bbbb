/** Undoes a file of debits or credits that was not sent, or that the bank rejected. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { ledgerRows, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import type { TransferFileInput } from "../../schemas/transfers.ts";
import { audit } from "../audit.ts";
import { loadTransferFile } from "./_transfer_file.ts";

/**
 * Nobody can have sent what nobody downloaded: such a file gives its number back. Another keeps it, with its bytes: it may
 * turn out to have been sent. Throws 404 for an unknown file, 409 for one that was undone, and for a sent
 * one with a payment in a ledger that was not taken back.
 */
export function undoTransfers(ctx: Context, { id }: TransferFileInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const file = await loadTransferFile(tx, id);
    if (file.state === "undone") throw conflict("This file was undone already. Reload the page to see it as it is.");
    const live = await tx.select({ name: transfers.name }).from(transfers)
      .leftJoin(ledgerRows, eq(ledgerRows.reverses, transfers.rowId))
      .where(and(eq(transfers.fileId, id), isNotNull(transfers.rowId), isNull(ledgerRows.id))).get();
    if (live) {
      throw conflict(
        `The payment of ${live.name} was posted. Mark each posted payment as returned, then undo the file.`,
      );
    }
    const ended = { endedAt: ctx.now, endedBy: ctx.actor!.id, endedByName: ctx.actor!.name };
    const dropped = file.downloadedAt === null ? { sealed: "", number: null } : {};
    await tx.update(transferFiles).set({ state: "undone", ...dropped, ...ended })
      .where(and(eq(transferFiles.id, id), eq(transferFiles.state, file.state)));
    await audit(tx, ctx, {
      action: "transfers.undo",
      entityId: id,
      before: { state: file.state },
      after: { state: "undone" },
    });
  });
}
