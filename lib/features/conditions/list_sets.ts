/** The lender's sets of conditions. */
import { asc } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { conditionSets } from "../../../db/schema/mod.ts";
import type { ConditionSet } from "../../domain/loans/condition_item.ts";

/** Every set, by name (docs/decisions/conditions.md). */
export async function listSets(ctx: Context): Promise<ConditionSet[]> {
  const rows = await ctx.db.select().from(conditionSets).orderBy(asc(conditionSets.nameKey));
  return rows.map(({ id, name, terms }) => ({ id, name, conditions: JSON.parse(terms) }));
}
