/** Stores a generated file together with its row, atomically. */
import { createHash } from "node:crypto";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { storedFileName } from "../../domain/files/file_name.ts";
import { newFileId } from "../tokens.ts";
import type { NewFileRow } from "./_store_files.ts";

/** Stores a PDF under a new id, then runs `write` in a transaction. Removes the bytes again where it throws. */
export async function storePdf<T>(
  ctx: Context,
  name: string,
  bytes: Uint8Array,
  write: (tx: Tx, kept: NewFileRow) => Promise<T>,
): Promise<T> {
  const kept: NewFileRow = {
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
