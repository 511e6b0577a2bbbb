/** News of conditions waits to be mailed: by then some may be deleted, renamed, completed or sent back. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { conditions, news } from "../../../db/schema/mod.ts";
import { isToDo } from "../../domain/loans/conditions.ts";
import type { ConditionRow } from "../conditions/load.ts";
import { newsOf, type NewsRow } from "./load.ts";

/** Whether a condition is still what the news says of it. */
const IS_SO = {
  conditionsSet: isToDo,
  conditionAccepted: ({ completed, acceptedAt }: ConditionRow) => completed && acceptedAt !== null,
} as const;

/**
 * Leaves in the row what still holds, under today's titles. False where nothing does: then it is no news, and deleted.
 * Other news stays as it is.
 */
export async function bringUpToDate(tx: Tx, row: NewsRow): Promise<boolean> {
  const what = newsOf(row);
  if (what.kind !== "conditionsSet" && what.kind !== "conditionAccepted") return true;
  const { ids } = what.data;
  if (!ids || row.loanId === null) return true;
  const there = await tx.select().from(conditions)
    .where(and(eq(conditions.loanId, row.loanId), inArray(conditions.id, ids))).orderBy(asc(conditions.position));
  const left = there.filter(IS_SO[what.kind]);
  if (left.length === 0) {
    await tx.delete(news).where(eq(news.id, row.id));
    return false;
  }
  const data = JSON.stringify({ titles: left.map(({ title }) => title), ids: left.map(({ id }) => id) });
  if (data !== row.data) await tx.update(news).set({ data }).where(eq(news.id, row.id));
  return true;
}
