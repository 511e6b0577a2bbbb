import type { Context } from "../../../db/mod.ts";
import { countLoans, loadAccount, NO_LOANS } from "./_load.ts";

/** One account with its loan counts. Throws not-found. */
export async function getUser(ctx: Context, { id }: { id: number }) {
  const account = await loadAccount(ctx.db, id);
  const counts = await countLoans(ctx.db, [id]);
  return { ...account, ...(counts.get(id) ?? NO_LOANS) };
}
