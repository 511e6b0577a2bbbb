import { eq } from "drizzle-orm";
import { asChecked } from "../../../db/as_checked.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, devices } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";

type Account = typeof accounts.$inferSelect;

/** False where the password changed or the account was disabled since `row` was read: what awaits a code was voided. */
export async function isAsChecked(tx: Tx, row: Account): Promise<boolean> {
  return await tx.$count(accounts, asChecked(row)) > 0;
}

/**
 * Records a sign-in from a saved browser, or (null) another. False where the password changed or the account was
 * disabled since `row` was read.
 */
export async function recordSignIn(
  tx: Tx,
  ctx: Context,
  row: Account,
  device: string | null,
): Promise<boolean> {
  const entered = await tx.update(accounts).set({ lastSignInAt: ctx.now })
    .where(asChecked(row)).returning({ id: accounts.id });
  if (!entered.length) return false;
  if (device) await tx.update(devices).set({ lastUsedAt: ctx.now }).where(eq(devices.id, device));
  await audit(tx, ctx, { action: "session.start", entityId: row.id, actor: row });
  return true;
}
