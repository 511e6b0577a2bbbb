/** Stores a generated file together with its row. */
import { createHash } from "node:crypto";
import type { Context, Tx } from "../../../db/mod.ts";
import { storedFileName } from "../../domain/files/file_name.ts";
import { newFileId } from "../tokens.ts";
import { storeBytes } from "./_store_bytes.ts";
import type { NewFileRow } from "./_store_files.ts";

/**
 * Stores a PDF under a new id, then runs `write` in a transaction. What throws leaves nothing, or is swept
 * (`storeBytes`).
 */
export function storePdf<T>(
  ctx: Context,
  name: string,
  bytes: Uint8Array,
  write: (tx: Tx, fileRow: NewFileRow) => Promise<T>,
): Promise<T> {
  const fileRow: NewFileRow = {
    id: newFileId(),
    name: storedFileName(name, "application/pdf"),
    mediaType: "application/pdf",
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    uploadedAt: ctx.now,
  };
  const put = () => ctx.files.put(fileRow.id, bytes);
  return storeBytes(ctx, [{ id: fileRow.id, put }], (tx) => write(tx, fileRow));
}
