/** Stores received files together with their rows, atomically. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import type { files } from "../../../db/schema/mod.ts";
import { maskSins } from "../../domain/documents/sin.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import { newFileId } from "../tokens.ts";

type FileRow = typeof files.$inferInsert;

/** The columns of a `files` row about the file itself: add loanId or uploadId, and kind. */
export type NewFileRow = Pick<FileRow, "id" | "name" | "mediaType" | "size" | "sha256" | "uploadedAt">;

/**
 * Stores the bytes under new ids and names without social insurance numbers, then runs `write` in a transaction with a
 * row for each file, in order. Removes the bytes again where storing or `write` throws.
 */
export async function storeFiles<T>(
  ctx: Context,
  received: readonly ReceivedFile[],
  write: (tx: Tx, kept: NewFileRow[]) => Promise<T>,
): Promise<T> {
  const kept: NewFileRow[] = [];
  try {
    for (const { path, name, mediaType, size, sha256 } of received) {
      const row = { id: newFileId(), name: maskSins(name), mediaType, size, sha256, uploadedAt: ctx.now };
      kept.push(row);
      await ctx.files.putFile(row.id, path);
    }
    return await inTransaction(ctx.db, (tx) => write(tx, kept));
  } catch (error) {
    for (const { id } of kept) await ctx.files.remove(id).catch(() => {});
    throw error;
  }
}
