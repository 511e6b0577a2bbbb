/** Loads conditions of loans that the actor may see, and maintains a loan's counters. */
import { and, count, eq, sum } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import { CLOSED_TEXT } from "../../domain/loans/broker_view.ts";
import type { BrokerCondition } from "../../domain/loans/conditions.ts";
import { conditionRights } from "../../domain/loans/conditions.ts";
import { isClosed } from "../../domain/loans/status.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { conflict, forbidden, notFound } from "../../domain/refusal.ts";
import type { LoanRow } from "../loans/load.ts";

export type ConditionRow = typeof conditions.$inferSelect;

/** A condition of a loan already loaded for the actor. Throws not-found. */
export async function getCondition(db: Context["db"] | Tx, loanId: number, id: number): Promise<ConditionRow> {
  const row = await db.select().from(conditions).where(and(eq(conditions.loanId, loanId), eq(conditions.id, id))).get();
  if (!row) throw notFound("condition");
  return row;
}

/** A stored condition in the domain's form. */
export const asCondition = (row: ConditionRow): BrokerCondition => ({
  ...row,
  type: row.type as BrokerCondition["type"],
  fileName: undefined,
});

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Throws 403 where the actor may not act on the condition: restricted ones are the lender's (loans specification 6),
 * and so are those of a closed loan (docs/decisions/conditions.md). Throws 409 where it has another title than the
 * broker's page (`seen`): ids of deleted conditions come again.
 */
export function requireAct(
  ctx: Context,
  loan: Pick<LoanRow, "adminComSelect">,
  row: ConditionRow,
  seen: string | undefined,
): void {
  if (!conditionRights(ctx.actor, asCondition(row)).act) {
    throw forbidden("The lender completes this condition. You need not do anything for it.");
  }
  if (isClosed(loan.adminComSelect) && !isAdministrator(ctx.actor)) {
    throw forbidden(CLOSED_TEXT);
  }
  if (seen !== undefined && inOneLine(seen) !== inOneLine(row.title) && !isAdministrator(ctx.actor)) {
    throw conflict("We changed this condition meanwhile. Reload the page to see what it asks for.");
  }
}

/** Recounts the loan's conditions into the columns that lists read, within the transaction that changed them. */
export async function recountConditions(tx: Tx, loanId: number): Promise<{ total: number; done: number }> {
  const counted = await tx.select({ total: count(), done: sum(conditions.completed).mapWith(Number) }).from(conditions)
    .where(eq(conditions.loanId, loanId)).get();
  const tally = { total: counted?.total ?? 0, done: counted?.done ?? 0 };
  await tx.update(loans).set({ conditionsTotal: tally.total, conditionsDone: tally.done }).where(eq(loans.id, loanId));
  return tally;
}
