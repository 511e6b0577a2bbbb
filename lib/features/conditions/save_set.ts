/** Keeps a set of conditions under a name. */
import { count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { conditionSets } from "../../../db/schema/mod.ts";
import type { ConditionSet } from "../../domain/loans/condition_item.ts";
import { invalid } from "../../domain/refusal.ts";
import type { ConditionSetInput } from "../../schemas/conditions.ts";
import { audit } from "../audit.ts";

/** Most sets that the lender keeps. */
export const SETS_MAX = 30;

/** A set of that name gets the new conditions. Throws 422 beyond 30 sets. */
export function saveSet(ctx: Context, { name, conditions }: ConditionSetInput): Promise<ConditionSet> {
  return inTransaction(ctx.db, async (tx) => {
    const nameKey = name.toLowerCase();
    const before = await tx.select().from(conditionSets).where(eq(conditionSets.nameKey, nameKey)).get();
    const kept = await tx.select({ n: count() }).from(conditionSets).get();
    if (!before && kept!.n >= SETS_MAX) throw invalid(`There are ${SETS_MAX} sets already. Delete one first.`);
    const row = { name, nameKey, terms: JSON.stringify(conditions), updatedAt: ctx.now };
    const [{ id }] = before
      ? await tx.update(conditionSets).set(row).where(eq(conditionSets.id, before.id)).returning()
      : await tx.insert(conditionSets).values(row).returning();
    await audit(tx, ctx, {
      action: "conditionSet.save",
      entityId: id,
      before: before && { name: before.name, titles: titlesOf(JSON.parse(before.terms)) },
      after: { name, titles: titlesOf(conditions) },
    });
    return { id, name, conditions };
  });
}

const titlesOf = (conditions: ConditionSet["conditions"]) => conditions.map(({ title }) => title);
