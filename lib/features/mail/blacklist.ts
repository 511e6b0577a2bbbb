/** The blacklist: whom no campaign and no touch-base mail goes to (loans specification 3.12, 5.6 and 7.4). */
import { desc, eq, like, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, blacklist } from "../../../db/schema/mod.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { withdrawRefused } from "./withdraw_refused.ts";

/** Every entry, the newest first; `addedAt` in milliseconds. */
export async function listBlacklist(ctx: Context): Promise<{ email: string; addedAt: number }[]> {
  return await ctx.db.select({ email: blacklist.email, addedAt: blacklist.addedAt }).from(blacklist)
    .orderBy(desc(blacklist.addedAt), sql`rowid desc`);
}

/** Adds an entry, and withdraws what waits for whom it holds. One that is there already stays as it is. */
export async function addBlacklist(ctx: Context, { email }: { email: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const added = await tx.insert(blacklist).values({ email, addedAt: ctx.now }).onConflictDoNothing().returning();
    if (added.length === 0) return;
    await audit(tx, ctx, { action: "blacklist.add", entityId: email, after: { email } });
    await withdrawRefused(
      tx,
      email.startsWith("@") ? like(accounts.emailKey, `%${email}`) : eq(accounts.emailKey, email),
    );
  });
}

/** Removes an entry. Throws 404 where it is not on the list. */
export async function removeBlacklist(ctx: Context, { email }: { email: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const removed = await tx.delete(blacklist).where(eq(blacklist.email, email)).returning();
    if (removed.length === 0) {
      throw new Refusal(404, "This address is not on the blacklist. Open the list again to see what is.");
    }
    await audit(tx, ctx, { action: "blacklist.remove", entityId: email, before: { email } });
  });
}
