import { and, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, devices } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";

/**
 * Records a sign-in from a saved browser, or (null) another. False where the password changed or the account was
 * disabled since `row` was read.
 */
export async function recordSignIn(
  tx: Tx,
  ctx: Context,
  row: typeof accounts.$inferSelect,
  device: string | null,
): Promise<boolean> {
  const entered = await tx.update(accounts).set({ lastSignInAt: ctx.now })
    .where(and(eq(accounts.id, row.id), eq(accounts.passwordHash, row.passwordHash), eq(accounts.status, 1)))
    .returning({ id: accounts.id });
  if (!entered.length) return false;
  if (device) await tx.update(devices).set({ lastUsedAt: ctx.now }).where(eq(devices.id, device));
  await audit(tx, ctx, { action: "session.start", entityId: row.id, actor: row });
  return true;
}
