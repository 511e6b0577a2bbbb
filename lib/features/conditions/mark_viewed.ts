/** Marks a broker's changes as viewed. */
import { and, lte, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { settleUpdatedFlag, unseenOf } from "./_updated_flag.ts";

/**
 * Marks the conditions as viewed and clears the loan's flag. With `until` (milliseconds) later changes stay unseen and
 * keep the flag, as the broker may have acted while the page was open.
 */
export function markViewed(ctx: Context, input: { loanId: number; until?: number }): Promise<{ updated: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const until = input.until ?? ctx.now;
    await tx.update(conditions).set({ viewedAt: sql`${conditions.brokerUpdatedAt}` })
      .where(and(unseenOf(loan.id), lte(conditions.brokerUpdatedAt, until)));
    const updated = await settleUpdatedFlag(tx, loan);
    if (updated === loan.brokerConditionsUpdated) return { updated };
    await audit(tx, ctx, {
      action: "conditions.view",
      entityId: loan.id,
      before: { brokerConditionsUpdated: loan.brokerConditionsUpdated },
      after: { brokerConditionsUpdated: updated },
    });
    return { updated };
  });
}
