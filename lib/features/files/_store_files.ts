/** Stores received files together with their rows. */
import type { Context, Tx } from "../../../db/mod.ts";
import type { files } from "../../../db/schema/mod.ts";
import { maskSins } from "../../domain/documents/sin.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import { newFileId } from "../tokens.ts";
import { storeBytes } from "./_store_bytes.ts";

type FileRow = typeof files.$inferInsert;

/** The columns of a `files` row about the file itself: add loanId or uploadId, and kind. */
export type NewFileRow = Pick<FileRow, "id" | "name" | "mediaType" | "size" | "sha256" | "uploadedAt">;

/**
 * Stores the bytes under new ids and names without social insurance numbers, then runs `write` in a transaction with a
 * row for each file, in order. What throws leaves nothing, or is swept (`storeBytes`).
 */
export function storeFiles<T>(
  ctx: Context,
  received: readonly ReceivedFile[],
  write: (tx: Tx, fileRows: NewFileRow[]) => Promise<T>,
): Promise<T> {
  const fileRows = received.map(({ name, mediaType, size, sha256 }): NewFileRow => (
    { id: newFileId(), name: maskSins(name), mediaType, size, sha256, uploadedAt: ctx.now }
  ));
  const all = received.map(({ path }, index) => ({
    id: fileRows[index].id,
    put: () => ctx.files.putFile(fileRows[index].id, path),
  }));
  return storeBytes(ctx, all, (tx) => write(tx, fileRows));
}
