/** Puts a file that the portal itself made into storage together with its row: both or neither. */
import { createHash } from "node:crypto";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { storedFileName } from "../../domain/files/file_name.ts";
import { newFileId } from "../tokens.ts";
import type { KeptFile } from "./_keep.ts";

/** Stores a PDF under a new id, then runs `write` in a transaction. Where that throws, the bytes are removed again. */
export async function keepMadePdf<T>(
  ctx: Context,
  name: string,
  bytes: Uint8Array,
  write: (tx: Tx, kept: KeptFile) => Promise<T>,
): Promise<T> {
  const kept: KeptFile = {
    id: newFileId(),
    name: storedFileName(name, "application/pdf"),
    mediaType: "application/pdf",
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    uploadedAt: ctx.now,
  };
  try {
    await ctx.files.put(kept.id, bytes);
    return await inTransaction(ctx.db, (tx) => write(tx, kept));
  } catch (error) {
    await ctx.files.remove(kept.id).catch(() => {});
    throw error;
  }
}
