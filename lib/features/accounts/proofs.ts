/** Ends sessions and mailed proofs of identity when an account changes (docs/decisions/sessions.md). */
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import {
  accountLinks,
  deviceSetups,
  factorQuestions,
  recoveryCodes,
  secondFactors,
  sessions,
} from "../../../db/schema/mod.ts";
import { tokenHash } from "../tokens.ts";

/** Ends the sessions of an account, but for the one whose token is given. Returns how many ended. */
export async function endSessions(tx: Tx, accountId: number, but?: string): Promise<number> {
  const others = but === undefined ? undefined : ne(sessions.id, tokenHash(but));
  const ended = await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), others))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Voids an account's device codes: its newest mail has the one that works. */
export async function voidDeviceCodes(tx: Tx, ctx: Context, accountId: number): Promise<void> {
  await tx.update(deviceSetups).set({ usedAt: ctx.now })
    .where(and(eq(deviceSetups.accountId, accountId), isNull(deviceSetups.usedAt)));
}

/**
 * Voids an account's mailed links, device codes and sign-ins that await a second factor: its password or email changed.
 */
export async function voidMailedProofs(tx: Tx, ctx: Context, accountId: number): Promise<void> {
  await tx.update(accountLinks).set({ usedAt: ctx.now })
    .where(and(eq(accountLinks.accountId, accountId), isNull(accountLinks.usedAt)));
  await voidDeviceCodes(tx, ctx, accountId);
  await tx.update(factorQuestions).set({ usedAt: ctx.now })
    .where(and(eq(factorQuestions.accountId, accountId), isNull(factorQuestions.usedAt)));
}

/** Takes an account's second factor away, set up or only begun. True where it had one. */
export async function takeFactorAway(tx: Tx, accountId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  const [deleted] = await tx.delete(secondFactors).where(eq(secondFactors.accountId, accountId)).returning();
  return deleted !== undefined && deleted.confirmedAt !== null;
}
