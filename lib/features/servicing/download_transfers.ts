/** Hands out a file of debits or credits, as the bank takes it or as CSV. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { transferFiles } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import type { DownloadTransfersInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { requireVault } from "./_bank_details.ts";
import { fileParty, type FileTexts, loadTransferFile, numberText } from "./_transfer_file.ts";

const UNDONE = "This file was undone: it must not reach the bank. Make a new one.";

/**
 * It holds accounts, so each download has an audit row, and none that is undone meanwhile goes out. Throws 404 for an
 * unknown file, 409 where it cannot be opened.
 */
export async function downloadTransfers(
  ctx: Context,
  { id, as }: DownloadTransfersInput,
): Promise<{ name: string; text: string; as: "bank" | "csv" }> {
  const vault = requireVault(ctx), file = await loadTransferFile(ctx.db, id);
  if (file.state === "undone") throw conflict(UNDONE);
  const sealed = await vault.open(fileParty(id), file);
  if (sealed === null) throw conflict("The key that sealed this file is not set. Set it as BANK_DETAILS_OLD_KEY.");
  const texts: FileTexts = JSON.parse(sealed), text = texts[as];
  if (text === null) throw conflict("The bank's format was not set up when this file was made. Download the CSV.");
  await inTransaction(ctx.db, async (tx) => {
    const now = await loadTransferFile(tx, id);
    if (now.state === "undone") throw conflict(UNDONE);
    await tx.update(transferFiles).set({ downloadedAt: now.downloadedAt ?? ctx.now }).where(eq(transferFiles.id, id));
    await audit(tx, ctx, { action: "transfers.download", entityId: id, after: { as } });
  });
  const name = `${file.kind}s-${numberText(file.number)}-${file.day}.${as === "bank" ? "txt" : "csv"}`;
  return { name, text, as };
}
