/** Records what is decided for a loan that matures: renewal or discharge. */
import { and, eq, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { maturityPlans } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { inForceOn } from "../../domain/lending/contract.ts";
import { conflict } from "../../domain/refusal.ts";
import { type MaturityPlan, NO_PLAN, PLAN_LABELS } from "../../domain/servicing/maturity_plan.ts";
import type { PlanMaturityInput } from "../../schemas/servicing/book.ts";
import { audit } from "../audit.ts";
import { contractsInForce } from "../loans/contracts.ts";
import { getLoanFor } from "../loans/load.ts";

/** What is decided, of a left-joined row of `maturityPlans`. */
export const planSql = sql<MaturityPlan>`coalesce(${maturityPlans.plan}, ${NO_PLAN})`;

/**
 * The decision stands for this maturity alone, with who made it and when; the reminders of the maturity say it. Throws
 * 404 for an unknown loan, 409 where it is not funded, or has another maturity or plan by now.
 */
export function planMaturity(ctx: Context, input: PlanMaturityInput): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { loanId, maturity, plan, seen } = input;
    const loan = await getLoanFor(ctx.actor, tx, loanId);
    if (loan.adminComSelect !== "Funded") {
      throw conflict("This loan is not funded any more. Reload the page to see the book as it is.");
    }
    const agreed = inForceOn(await contractsInForce(tx, loan), dateInToronto(ctx.now));
    if (agreed?.maturity !== maturity) {
      throw conflict(`The loan does not mature on ${formatLongDate(maturity)}. Reload the page to see its maturity.`);
    }
    const its = and(eq(maturityPlans.loanId, loanId), eq(maturityPlans.maturity, maturity));
    const was = await tx.select().from(maturityPlans).where(its).get();
    const before = { maturity, plan: was?.plan ?? NO_PLAN };
    const after = { maturity, plan };
    if (before.plan === plan) return;
    if (was && seen !== undefined && seen !== was.plan) {
      const who = was.decidedByName || "Somebody";
      throw conflict(`${who} chose ${PLAN_LABELS[was.plan]} meanwhile. Reload the page, then choose again.`);
    }
    const decided = { plan, decidedAt: ctx.now, decidedBy: ctx.actor!.id, decidedByName: ctx.actor!.name };
    await tx.insert(maturityPlans).values({ loanId, maturity, ...decided })
      .onConflictDoUpdate({ target: [maturityPlans.loanId, maturityPlans.maturity], set: decided });
    await audit(tx, ctx, { action: "maturity.plan", entityId: loanId, before, after });
  });
}
