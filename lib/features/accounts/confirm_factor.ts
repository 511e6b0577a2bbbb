import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { secondFactors, sessions } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAgainst, resetLimit } from "../rate_limit.ts";
import { tokenHash } from "../tokens.ts";
import { begunFactor, factorOf, invalidCode, renewCodes, useCode } from "./_factor.ts";
import { endSessions } from "./proofs.ts";

/**
 * Turns the actor's second factor on by a first code of the app, and returns ten recovery codes, which are shown this
 * once. 409 where this session began none within 15 minutes. Ends the account's other sessions; this one (`session`,
 * its token) may do everything from now on.
 */
export async function confirmFactor(
  ctx: Context,
  { code, session }: { code: string; session: string },
): Promise<{ codes: string[] }> {
  const accountId = ctx.actor?.id ?? 0;
  await countAgainst(ctx, "factorSetUp", String(accountId));
  const codes = await inTransaction(ctx.db, async (tx) => {
    const factor = await begunFactor(tx, ctx, session);
    if (!factor) {
      throw conflict(
        await factorOf(tx, accountId)
          ? "It is on already. Its recovery codes were shown once: where you did not keep them, make new ones."
          : "It took too long, or began elsewhere. Enter your password and begin again.",
      );
    }
    if (await useCode(tx, ctx, factor, code) !== "app") throw invalidCode();
    await tx.update(secondFactors).set({ confirmedAt: ctx.now, sessionId: null })
      .where(eq(secondFactors.accountId, accountId));
    await endSessions(tx, accountId, session);
    await tx.update(sessions).set({ limited: false }).where(eq(sessions.id, tokenHash(session)));
    await audit(tx, ctx, { action: "factor.on", entityId: accountId });
    await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId, change: "on", left: 0 });
    return await renewCodes(tx, ctx, accountId);
  });
  await resetLimit(ctx, "factorSetUp", String(accountId));
  return { codes };
}
