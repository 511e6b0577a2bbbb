import { and, eq } from "drizzle-orm";
import type { Context, Tx } from "../../db/mod.ts";
import { accounts } from "../../db/schema/mod.ts";
import { SIGNED_OUT } from "../domain/accounts/signed_out.ts";
import { Refusal } from "../domain/refusal.ts";

/**
 * Throws 401 where the actor was disabled, erased or deleted since the request began: what they send would stand there
 * again after an erasure.
 */
export async function requireEnabled(tx: Tx, { actor }: Context): Promise<void> {
  const enabled = await tx.$count(accounts, and(eq(accounts.id, actor?.id ?? 0), eq(accounts.status, 1)));
  if (enabled === 0) throw new Refusal(401, SIGNED_OUT);
}
