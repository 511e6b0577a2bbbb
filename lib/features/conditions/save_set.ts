/** Keeps a set of conditions under a name. */
import { count, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { conditionSets } from "../../../db/schema/mod.ts";
import type { ConditionSet, TakenSet } from "../../domain/loans/condition_item.ts";
import { invalid, notFound, Refusal } from "../../domain/refusal.ts";
import type { ConditionSetInput } from "../../schemas/conditions.ts";
import { audit } from "../audit.ts";

/** Most sets that the lender keeps. */
const SETS_MAX = 30;

/**
 * Keeps a new set, or replaces the one that the input says it replaces, under its name or a new one; without conditions
 * it keeps its own. Throws 409 with what the name holds where it is another's, 404 where the set to rename is gone, and
 * 422 beyond 30 sets.
 */
export function saveSet(ctx: Context, { name, replaces, ...input }: ConditionSetInput): Promise<ConditionSet> {
  return inTransaction(ctx.db, async (tx) => {
    const nameKey = name.toLowerCase();
    const holder = await tx.select().from(conditionSets).where(eq(conditionSets.nameKey, nameKey)).get();
    if (holder && holder.id !== replaces) throw taken(holder);
    const before = replaces === undefined
      ? undefined
      : await tx.select().from(conditionSets).where(eq(conditionSets.id, replaces)).get();
    if (!before && !input.conditions) throw notFound("set");
    const conditions: ConditionSet["conditions"] = input.conditions ?? JSON.parse(before!.terms);
    const stored = await tx.select({ n: count() }).from(conditionSets).get();
    if (!before && stored!.n >= SETS_MAX) throw invalid(`There are ${SETS_MAX} sets already. Delete one first.`);
    const row = { name, nameKey, terms: JSON.stringify(conditions), updatedAt: ctx.now };
    const [{ id }] = before
      ? await tx.update(conditionSets).set(row).where(eq(conditionSets.id, before.id)).returning()
      : await tx.insert(conditionSets).values(row).returning();
    await audit(tx, ctx, {
      action: "conditionSet.save",
      entityId: id,
      before: before && { name: before.name, terms: JSON.parse(before.terms) },
      after: { name, terms: conditions },
    });
    return { id, name, conditions };
  });
}

function taken({ id, name, terms }: typeof conditionSets.$inferSelect): Refusal {
  const titles = (JSON.parse(terms) as ConditionSet["conditions"]).map(({ title }) => title);
  const reason = `There is a set ${name} already. Give this one another name, or replace that one.`;
  const more: { taken: TakenSet } = { taken: { id, name, titles } };
  return new Refusal(409, reason, { name: reason }, undefined, more);
}
