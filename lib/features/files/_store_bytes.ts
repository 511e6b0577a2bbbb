/** Stores bytes, then the rows that name them. */
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";

/** Bytes to store under a new id. */
export interface Stored {
  id: string;
  put(): Promise<void>;
}

/**
 * Stores the bytes, then runs `write` in a transaction for their rows. Where storing or `write` throws, there is no row
 * and the bytes go again. A commit that fails may have been done: the bytes stay (docs/decisions/files.md).
 */
export async function storeBytes<T>(
  ctx: Context,
  all: readonly Stored[],
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committing = false;
  try {
    for (const { put } of all) await put();
    return await inTransaction(ctx.db, async (tx) => {
      const result = await write(tx);
      committing = true;
      return result;
    });
  } catch (error) {
    if (!committing) { for (const { id } of all) await ctx.files.remove(id).catch(() => {}); }
    throw error;
  }
}
