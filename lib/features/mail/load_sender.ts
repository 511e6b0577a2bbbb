import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";

/** The contact form's initial name and email: the account's, or empty when signed out. */
export async function loadSender(ctx: Context): Promise<{ name: string; email: string }> {
  if (!ctx.actor) return { name: "", email: "" };
  const own = await ctx.db.select({ name: accounts.name, email: accounts.email }).from(accounts)
    .where(eq(accounts.id, ctx.actor.id)).get();
  return own ?? { name: "", email: "" };
}
