/** Keeps who holds a loan, and of which funded amount, from a day on (lending rules 16). */
import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { holdings } from "../../../db/schema/mod.ts";
import type { Participant } from "../../domain/loans/participants.ts";

/** Participants with the dollars of the whole loan. */
export interface Held {
  list: readonly Participant[];
  funded: number;
}

/**
 * `before` held until the day, from the beginning where no list was stored yet. `day` is YYYY-MM-DD, or empty for
 * always. Stores nothing for a loan without participants so far.
 */
export async function keepHoldings(tx: Tx, loanId: number, before: Held, after: Held, day: string): Promise<void> {
  const ofLoan = eq(holdings.loanId, loanId);
  const stored = await tx.select({ id: holdings.id }).from(holdings).where(ofLoan).limit(1).get();
  if (stored) await tx.update(holdings).set({ funded: before.funded }).where(and(ofLoan, isNull(holdings.funded)));
  else if (before.list.length > 0) await tx.insert(holdings).values({ loanId, day: "", ...copyOf(before) });
  else if (after.list.length === 0) return;
  await tx.insert(holdings).values({ loanId, day, ...copyOf(after) });
}

const copyOf = ({ list, funded }: Held) => ({ list: [...list], funded });
