import type { Context } from "../../../db/mod.ts";
import { type AccountRow, loadAccount } from "./_load.ts";

/** One account with its loan counts. Throws not-found. */
export function getUser(ctx: Context, { id }: { id: number }): Promise<AccountRow> {
  return loadAccount(ctx.db, id);
}
