/** Puts received files into storage together with their rows: both or neither. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import type { files } from "../../../db/schema/mod.ts";
import { maskSins } from "../../domain/documents/sin.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import { newFileId } from "../tokens.ts";

type FileRow = typeof files.$inferInsert;

/** A `files` row but for what it belongs to: add loanId or uploadId, and kind. */
export type KeptFile = Pick<FileRow, "id" | "name" | "mediaType" | "size" | "sha256" | "uploadedAt">;

/**
 * Stores the bytes under new ids and names without social insurance numbers, then runs `write` in a transaction with one row-to-be for each file, in their order.
 * Where storing or `write` throws, the bytes are removed again and the error goes on.
 */
export async function keepFiles<T>(
  ctx: Context,
  received: readonly ReceivedFile[],
  write: (tx: Tx, kept: KeptFile[]) => Promise<T>,
): Promise<T> {
  const kept: KeptFile[] = [];
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
