/** Undoes a file of debits or credits that was not sent. */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transferFiles } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import type { TransferFileInput } from "../../schemas/transfers.ts";
import { audit } from "../audit.ts";
import { loadTransferFile } from "./_transfer_file.ts";

/**
 * Nobody can have sent what nobody downloaded: such a file gives its number back. Another keeps it, with its bytes: it may
 * turn out to have been sent. Throws 404 for an unknown file, 409 for one that was sent or undone.
 */
export function undoTransfers(ctx: Context, { id }: TransferFileInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const file = await loadTransferFile(tx, id);
    if (file.state !== "made") {
      throw conflict(`This file was ${file.state} already. Reload the page to see it as it is.`);
    }
    const ended = { endedAt: ctx.now, endedBy: ctx.actor!.id, endedByName: ctx.actor!.name };
    const dropped = file.downloadedAt === null ? { sealed: "", number: null } : {};
    await tx.update(transferFiles).set({ state: "undone", ...dropped, ...ended })
      .where(and(eq(transferFiles.id, id), eq(transferFiles.state, "made")));
    await audit(tx, ctx, {
      action: "transfers.undo",
      entityId: id,
      before: { state: "made" },
      after: { state: "undone" },
    });
  });
}
