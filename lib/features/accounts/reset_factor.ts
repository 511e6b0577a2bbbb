import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { resetLimit } from "../rate_limit.ts";
import { endSessions, takeFactorAway, voidMailedProofs } from "./proofs.ts";

/**
 * Takes another person's second factor away, for a lost phone: ends all their sessions, voids mailed proofs, mails
 * them, and ends the waits after wrong codes. Throws 404, 403 for the own account, and 409 where there is none.
 */
export async function resetFactor(ctx: Context, { id }: { id: number }): Promise<void> {
  if (id === ctx.actor?.id) throw forbidden("Turn your own two-step sign-in off in your account settings.");
  await inTransaction(ctx.db, async (tx) => {
    if (!await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).get()) {
      throw notFound("account");
    }
    if (!await takeFactorAway(tx, id)) throw conflict("This account has no two-step sign-in. Nothing was changed.");
    const ended = await endSessions(tx, id);
    await voidMailedProofs(tx, ctx, id);
    await audit(tx, ctx, { action: "factor.reset", entityId: id, after: { sessions: ended } });
    const by = ctx.actor?.id;
    await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId: id, change: "reset", left: 0, by });
  });
  for (const limit of ["factorAccount", "factorGuesses", "factorSetUp"] as const) {
    await resetLimit(ctx, limit, String(id));
  }
}
