import { and, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, devices } from "../../../db/schema/mod.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";

type Account = typeof accounts.$inferSelect;

/** The account as its password was checked: enabled, and with the same password. */
export const asChecked = ({ id, passwordHash }: Pick<Account, "id" | "passwordHash">) =>
  and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash), eq(accounts.status, 1));

/** Of a sign-in whose name or password is wrong, or not right any more. */
export const invalidLogin = () => new Refusal(401, "Invalid Login");

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
