/** Bulk actions: a refused loan does not affect the others. */
import { inArray } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { countOutcomes, type LoanOutcome, type Outcomes } from "../../domain/loans/outcome.ts";
import { notFound, Refusal } from "../../domain/refusal.ts";

/** Runs `act` on each loan in turn and returns the outcomes. Errors other than refusals are rethrown. */
export async function eachLoan(
  ctx: Context,
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<Outcomes> {
  const rows = await ctx.db.select({ id: loans.id, clientCode: loans.clientCode }).from(loans).where(
    inArray(loans.id, [...ids]),
  );
  const codes = new Map(rows.map(({ id, clientCode }) => [id, clientCode]));
  const outcomes: LoanOutcome[] = [];
  for (const id of ids) {
    const clientCode = codes.get(id) ?? "";
    try {
      if (!codes.has(id)) throw notFound("loan");
      await act(id);
      outcomes.push({ id, clientCode, done: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ id, clientCode, done: false, reason: error.message });
    }
  }
  return countOutcomes(outcomes);
}
