import { and, eq, inArray, isNotNull, notInArray } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, portalSettings, secondFactors, sessions } from "../../../db/schema/mod.ts";
import { conflict } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { IS_STAFF } from "../by_lender.ts";
import { factorOf, isRequired, requireSealer } from "./_factor.ts";

/**
 * Requires a second factor of all staff, or no longer. To require it, the owner has one (409 otherwise); sessions of
 * staff without one end, and their next one reaches its set-up alone until it is done.
 */
export async function requireFactor(ctx: Context, { required }: { required: boolean }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await isRequired(tx);
    if (before === required) return;
    if (required) {
      requireSealer(ctx);
      if (!await factorOf(tx, ctx.actor?.id ?? 0)) {
        throw conflict(
          "Turn on your own two-step sign-in first, in your account settings. Then require it of all staff.",
        );
      }
      const staff = tx.select({ id: accounts.id }).from(accounts).where(IS_STAFF);
      const have = tx.select({ id: secondFactors.accountId }).from(secondFactors)
        .where(isNotNull(secondFactors.confirmedAt));
      await tx.delete(sessions).where(and(inArray(sessions.accountId, staff), notInArray(sessions.accountId, have)));
    } else {
      await tx.update(sessions).set({ limited: false }).where(eq(sessions.limited, true));
    }
    const set = { value: JSON.stringify(required), updatedAt: ctx.now };
    await tx.insert(portalSettings).values({ name: "staffSecondFactor", ...set })
      .onConflictDoUpdate({ target: portalSettings.name, set });
    await audit(tx, ctx, { action: "factor.require", entityId: 1, before: { required: before }, after: { required } });
  });
}
