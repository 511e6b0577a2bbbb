/** Saves both lists of touch-base templates, in their order (loans specification 7.4). */
import { eq, inArray } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { touchBaseTemplates } from "../../../db/schema/mod.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import type { TouchBaseTemplatesInput } from "../../schemas/mail/mail.ts";
import { audit } from "../audit.ts";
import { templateLists, templatesSave, touchBaseTemplatesOf } from "./get_touch_base.ts";

/**
 * Templates with an id are changed, others added, those left out removed. Answers when it was saved, in milliseconds,
 * and the lists as they are stored. Throws 409 where it was saved after `savedAt`, 422 for an id that is not stored or
 * comes twice.
 */
export async function updateTouchBaseTemplates(ctx: Context, input: TouchBaseTemplatesInput) {
  const sent = [
    ...input.normalTemplates.map((one, position) => ({ ...one, position, list: "normal" as const })),
    ...input.eliteTemplates.map((one, position) => ({ ...one, position, list: "elite" as const })),
  ];
  const ids = sent.flatMap(({ id }) => id ?? []);
  return await inTransaction(ctx.db, async (tx) => {
    const before = await touchBaseTemplatesOf(tx);
    const last = await templatesSave(tx);
    if (isStored(before, sent)) return { savedAt: last.at, ...templateLists(before) };
    if (input.savedAt !== undefined && input.savedAt !== last.at) {
      throw stale("the touch-base templates", last, { ...templateLists(before), savedAt: last.at });
    }
    if (new Set(ids).size < ids.length || ids.some((id) => !before.some((one) => one.id === id))) {
      throw invalid("A template is no longer there. Open touch-base again, then save.");
    }
    const removedIds = before.map(({ id }) => id).filter((id) => !ids.includes(id));
    if (removedIds.length > 0) await tx.delete(touchBaseTemplates).where(inArray(touchBaseTemplates.id, removedIds));
    for (const { id, ...columns } of sent) {
      if (id === undefined) await tx.insert(touchBaseTemplates).values(columns);
      else await tx.update(touchBaseTemplates).set(columns).where(eq(touchBaseTemplates.id, id));
    }
    const after = await touchBaseTemplatesOf(tx);
    await audit(tx, ctx, { action: "touchBase.templates", entityId: "templates", before, after });
    return { savedAt: ctx.now, ...templateLists(after) };
  });
}

type Template = Awaited<ReturnType<typeof touchBaseTemplatesOf>>[number];

/** True where the lists are stored as they are sent; one that is sent as a new one may have its id by now. */
function isStored(stored: readonly Template[], sent: readonly (Omit<Template, "id"> & { id?: number })[]): boolean {
  const text = (all: readonly Omit<Template, "id">[], list: Template["list"]) =>
    JSON.stringify(all.filter((one) => one.list === list).map(({ subject, body }) => [subject, body]));
  return text(stored, "normal") === text(sent, "normal") && text(stored, "elite") === text(sent, "elite") &&
    sent.every(({ id, list, subject, body }) =>
      id === undefined ||
      stored.some((one) => one.id === id && one.list === list && one.subject === subject && one.body === body)
    );
}
