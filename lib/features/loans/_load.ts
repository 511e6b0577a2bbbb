/** Fetch-or-refuse loaders of loans. Ownership is here and nowhere else: a broker is in the WHERE clause. */
import { and, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { type Actor, isAdministrator } from "../../domain/permissions.ts";
import { notFound } from "../../domain/refusal.ts";

export type LoanRow = typeof loans.$inferSelect;

/** The condition that only lets an actor's own loans through; administrators see all. Nobody else sees any. */
export function loanOf(actor: Actor | null, loanId: number) {
  if (isAdministrator(actor)) return eq(loans.id, loanId);
  return and(eq(loans.id, loanId), eq(loans.brokerId, actor?.id ?? -1));
}

/** The loan, where it exists and is the actor's to see. Throws not-found for both other cases alike. */
export async function getLoanFor(actor: Actor | null, db: Context["db"] | Tx, loanId: number): Promise<LoanRow> {
  const row = await db.select().from(loans).where(loanOf(actor, loanId)).get();
  if (!row) throw notFound("loan");
  return row;
}
