/** Which touch-base template a broker gets next. */
import { and, eq, inArray } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { touchBaseQueue, type touchBaseTemplates } from "../../../db/schema/mod.ts";
import { nextTemplate } from "../../domain/mail/touch_base.ts";

type Template = Pick<typeof touchBaseTemplates.$inferSelect, "id" | "list">;

/** The next template of each broker's list, by the rating that names it; who has an empty list is left out. */
export async function templatesFor(
  tx: Context["db"] | Tx,
  brokers: readonly { accountId: number; rating: string }[],
  templates: readonly Template[],
): Promise<Map<number, number>> {
  if (brokers.length === 0) return new Map();
  const listed = (kind: Template["list"]) => templates.filter(({ list }) => list === kind).map(({ id }) => id);
  const lists = { normal: listed("normal"), elite: listed("elite") };
  const had = await tx.select({ accountId: touchBaseQueue.accountId, id: touchBaseQueue.templateId })
    .from(touchBaseQueue).where(and(
      inArray(touchBaseQueue.accountId, brokers.map(({ accountId }) => accountId)),
      eq(touchBaseQueue.sent, 1),
      eq(touchBaseQueue.skip, 0),
    ));
  const hadBy = Map.groupBy(had, ({ accountId }) => accountId);
  return new Map(brokers.flatMap(({ accountId, rating }) => {
    const ids = lists[rating === "elite" ? "elite" : "normal"];
    const next = nextTemplate(ids, (hadBy.get(accountId) ?? []).flatMap(({ id }) => id ?? []));
    return next === null ? [] : [[accountId, next] as const];
  }));
}
