/** Saved filters of the loan list. */
import { asc, eq } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { savedFilters } from "../../../db/schema/mod.ts";

export interface SavedFilter {
  id: number;
  name: string;
  /** The query text of the list's address; of the map, its whole address. */
  query: string;
}

/** The actor's own, by name. */
export async function listSavedFilters(ctx: Context): Promise<SavedFilter[]> {
  const { id, name, query } = savedFilters;
  return await ctx.db.select({ id, name, query }).from(savedFilters).where(eq(savedFilters.accountId, ctx.actor!.id))
    .orderBy(asc(nameOrder(savedFilters.nameKey)));
}
