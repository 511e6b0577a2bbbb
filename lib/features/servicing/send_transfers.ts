/** Marks a file of debits or credits as sent, and posts what was collected on its payment date. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transferFiles } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import type { TransferFileInput } from "../../schemas/transfers.ts";
import { audit } from "../audit.ts";
import { loadTransferFile } from "./_transfer_file.ts";
import { postTransfers } from "./post_transfers.ts";

/** Marked again, nothing changes. Throws 404 for an unknown file, 409 for one that was undone or that nobody downloaded. */
export async function sendTransfers(ctx: Context, { id }: TransferFileInput): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const file = await loadTransferFile(tx, id);
    if (file.state === "undone") throw conflict("This file was undone. Reload the page to see it as it is.");
    if (file.state === "sent") return;
    if (file.downloadedAt === null) throw conflict("Download the file and send it to the bank first.");
    const ended = { endedAt: ctx.now, endedBy: ctx.actor!.id, endedByName: ctx.actor!.name };
    await tx.update(transferFiles).set({ state: "sent", ...ended }).where(eq(transferFiles.id, id));
    await audit(tx, ctx, {
      action: "transfers.send",
      entityId: id,
      before: { state: "made" },
      after: { state: "sent" },
    });
  });
  // What failed is tried again by the job, which names it in the log: the file was sent all the same.
  await postTransfers(ctx);
}
