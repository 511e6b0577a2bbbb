import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { devices } from "../../../db/schema/mod.ts";
import { CHANGED_BY_OWNERS } from "../../domain/accounts/account_values.ts";
import { mayManageRole } from "../../domain/permissions.ts";
import { forbidden } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { endSessions, voidMailedProofs } from "../accounts/proofs.ts";
import { loadAccount } from "./_load.ts";

/**
 * Ends every session of an account, forgets its saved browsers and voids its mailed links and codes, but keeps the
 * password. Throws 404, and 403 for an owner where the actor is not one.
 */
export async function signOutEverywhere(
  ctx: Context,
  { id }: { id: number },
): Promise<{ sessions: number; devices: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const account = await loadAccount(tx, id);
    if (!mayManageRole(ctx.actor!, account.role)) throw forbidden(CHANGED_BY_OWNERS);
    const ended = {
      sessions: await endSessions(tx, id),
      devices: (await tx.delete(devices).where(eq(devices.accountId, id)).returning({ id: devices.id })).length,
    };
    await voidMailedProofs(tx, ctx, id);
    await audit(tx, ctx, { action: "session.endAll", entityId: id, after: ended });
    return ended;
  });
}
