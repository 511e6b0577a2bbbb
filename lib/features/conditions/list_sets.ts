/** The lender's sets of conditions. */
import { asc } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { conditionSets } from "../../../db/schema/mod.ts";
import type { ConditionSet } from "../../domain/loans/condition_item.ts";

const byName = preparedBy((db, _key: "sets") =>
  prepareJsonRows(db, db.select().from(conditionSets).orderBy(asc(nameOrder(conditionSets.nameKey))))
);

/** Every set, by name (docs/decisions/conditions.md). */
export async function listSets(ctx: Context): Promise<ConditionSet[]> {
  const rows = await byName(ctx.db, "sets").all();
  return rows.map(({ id, name, terms }) => ({ id, name, conditions: JSON.parse(terms) }));
}
