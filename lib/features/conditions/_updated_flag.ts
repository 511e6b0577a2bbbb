/** The loan's flag that its broker changed conditions which the lender has not seen (brokerConditionsUpdated). */
import { and, eq } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { conditions, loans } from "../../../db/schema/mod.ts";
import { UNSEEN } from "./unseen.ts";

/** The loan's conditions that the broker changed since the lender last looked. */
export const unseenOf = (loanId: number) => and(eq(conditions.loanId, loanId), UNSEEN);

/**
 * Takes the flag from the loan where nothing unseen is left: viewed, or deleted. Answers the flag. Only the broker's
 * acts set it.
 */
export async function settleUpdatedFlag(tx: Tx, loan: { id: number; brokerConditionsUpdated: number }) {
  if (loan.brokerConditionsUpdated === 0) return 0;
  const left = await tx.select({ id: conditions.id }).from(conditions).where(unseenOf(loan.id)).limit(1).get();
  if (left) return 1;
  await tx.update(loans).set({ brokerConditionsUpdated: 0 }).where(eq(loans.id, loan.id));
  return 0;
}
