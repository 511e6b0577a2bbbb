/** Saves filters of the loan list, or of the map of loans, under a name. */
import { and, count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { savedFilters } from "../../../db/schema/mod.ts";
import { invalid } from "../../domain/refusal.ts";
import type { SaveFilterInput } from "../../schemas/loans/bulk.ts";
import { loanListQuery } from "../../schemas/loans/list.ts";
import { loanMapQuery } from "../../schemas/maps/loan_map.ts";
import { audit } from "../audit.ts";
import { requireEnabled } from "../require_enabled.ts";
import type { SavedFilter } from "./list_saved_filters.ts";

/** Maximum number of saved filters of an account. */
export const SAVED_FILTERS_MAX = 30;

/**
 * Saves the normalised query, the map's with its path; an existing name gets the new one. Throws 422 beyond 30 names.
 */
export function saveFilter(ctx: Context, input: SaveFilterInput): Promise<SavedFilter> {
  const sent = Object.fromEntries(new URLSearchParams(input.query));
  const query = input.screen === "map"
    ? loanMapQuery.address(loanMapQuery.parse(sent), { page: 1, loan: 0 })
    : loanListQuery.text(loanListQuery.parse(sent), { page: 1 });
  const accountId = ctx.actor!.id;
  const nameKey = input.name.toLowerCase();
  return inTransaction(ctx.db, async (tx) => {
    await requireEnabled(tx, ctx);
    const mine = eq(savedFilters.accountId, accountId);
    const before = await tx.select().from(savedFilters).where(and(mine, eq(savedFilters.nameKey, nameKey))).get();
    const stored = await tx.select({ n: count() }).from(savedFilters).where(mine).get();
    if (!before && stored!.n >= SAVED_FILTERS_MAX) {
      throw invalid(`You already have ${SAVED_FILTERS_MAX} filters. Delete one first.`);
    }
    const row = { accountId, name: input.name, nameKey, query, savedAt: ctx.now };
    const [saved] = before
      ? await tx.update(savedFilters).set(row).where(eq(savedFilters.id, before.id)).returning()
      : await tx.insert(savedFilters).values(row).returning();
    await audit(tx, ctx, {
      action: "filter.save",
      entityId: accountId,
      before: before && { name: before.name, query: before.query },
      after: { name: saved.name, query },
    });
    return { id: saved.id, name: saved.name, query };
  });
}
