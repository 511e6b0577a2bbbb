/** Marks a broker's changes as viewed. */
import { and, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";

/**
 * Marks the conditions as viewed and clears the loan's flag. With `until` (milliseconds) later changes stay unseen and
 * keep the flag, as the broker may have acted while the page was open.
 */
export function markViewed(ctx: Context, input: { loanId: number; until?: number }): Promise<{ updated: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const until = input.until ?? ctx.now;
    const ofLoan = eq(conditions.loanId, loan.id);
    const isUnseen = and(
      ofLoan,
      isNotNull(conditions.brokerUpdatedAt),
      or(sql`${conditions.viewedAt} is null`, sql`${conditions.viewedAt} < ${conditions.brokerUpdatedAt}`),
    );
    await tx.update(conditions).set({ viewedAt: sql`${conditions.brokerUpdatedAt}` })
      .where(and(isUnseen, lte(conditions.brokerUpdatedAt, until)));
    const left = await tx.select({ id: conditions.id }).from(conditions).where(isUnseen);
    const updated = left.length > 0 ? 1 : 0;
    if (updated === loan.brokerConditionsUpdated) return { updated };
    await tx.update(loans).set({ brokerConditionsUpdated: updated }).where(eq(loans.id, loan.id));
    await audit(tx, ctx, {
      action: "conditions.view",
      entityId: loan.id,
      before: { brokerConditionsUpdated: loan.brokerConditionsUpdated },
      after: { brokerConditionsUpdated: updated },
    });
    return { updated };
  });
}
