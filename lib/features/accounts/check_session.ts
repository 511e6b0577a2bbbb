/** The signed-in account (accounts specification 4: the product checks the session on start). */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { type OwnAccount, ownAccount } from "./_account.ts";

/** The signed-in account, or null when signed out. */
export async function checkSession(ctx: Context): Promise<OwnAccount | null> {
  if (!ctx.actor) return null;
  const row = await ctx.db.select().from(accounts).where(eq(accounts.id, ctx.actor.id)).get();
  return row ? ownAccount(row) : null;
}
