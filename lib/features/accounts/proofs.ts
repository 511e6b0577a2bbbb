/** What proves who somebody is ends when the account changes (decisions, "Sign-in, devices, recovery"). */
import { and, eq, isNull } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accountLinks, deviceSetups, sessions } from "../../../db/schema/mod.ts";

/** Ends all of an account's sessions: its password, role or status changed, or it is deleted. */
export async function endSessions(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.accountId, accountId));
}

/** Voids the links and device codes that were mailed so far: the account's password or email changed. */
export async function voidMailedProofs(tx: Tx, ctx: Context, accountId: number): Promise<void> {
  await tx.update(accountLinks).set({ usedAt: ctx.now })
    .where(and(eq(accountLinks.accountId, accountId), isNull(accountLinks.usedAt)));
  await tx.update(deviceSetups).set({ usedAt: ctx.now })
    .where(and(eq(deviceSetups.accountId, accountId), isNull(deviceSetups.usedAt)));
}
