/** Touch-base settings, templates and queue (loans specification 3.12, 4.7 and 7.4). */
import { asc, desc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, touchBaseConfig, touchBaseQueue, touchBaseTemplates } from "../../../db/schema/mod.ts";
import { countdownText, sendsAt, TOUCH_BASE_DEFAULTS, type TouchBaseConfig } from "../../domain/mail/touch_base.ts";
import { lastSave } from "../last_save.ts";

/** Rows of the queue that are read: all that wait, and the newest of the rest. */
const QUEUE_MOST = 200;

/** The settings in force. */
export async function touchBaseConfigOf(db: Context["db"] | Tx): Promise<TouchBaseConfig> {
  const row = await db.select().from(touchBaseConfig).where(eq(touchBaseConfig.id, 1)).get();
  if (!row) return TOUCH_BASE_DEFAULTS;
  const { id: _id, ...config } = row;
  return config;
}

/** Both lists of templates, each in its order. */
export const touchBaseTemplatesOf = (db: Context["db"] | Tx) =>
  db.select({
    id: touchBaseTemplates.id,
    list: touchBaseTemplates.list,
    subject: touchBaseTemplates.subject,
    body: touchBaseTemplates.body,
  }).from(touchBaseTemplates).orderBy(asc(touchBaseTemplates.list), asc(touchBaseTemplates.position));

/** When settings and templates were last saved: what a save names so that it is refused where it is stale. */
export async function touchBaseSaves(db: Context["db"] | Tx) {
  const [config, templates] = await Promise.all([
    lastSave(db, { entity: "touchBase", entityId: "config" }),
    lastSave(db, { entity: "touchBase", entityId: "templates" }),
  ]);
  return { config, templates };
}

/** Settings, templates as JSON text, and the queue, what waits first. `sendsAt` in milliseconds, null once sent. */
export async function getTouchBase(ctx: Context) {
  const config = await touchBaseConfigOf(ctx.db);
  const templates = await touchBaseTemplatesOf(ctx.db);
  const saves = await touchBaseSaves(ctx.db);
  const rows = await ctx.db.select({
    id: touchBaseQueue.id,
    name: accounts.name,
    sent: touchBaseQueue.sent,
    skip: touchBaseQueue.skip,
    rating: touchBaseQueue.rating,
    templateId: touchBaseQueue.templateId,
    sentDate: touchBaseQueue.sentDate,
    queuedAt: touchBaseQueue.queuedAt,
    subject: touchBaseTemplates.subject,
  }).from(touchBaseQueue).innerJoin(accounts, eq(accounts.id, touchBaseQueue.accountId))
    .leftJoin(touchBaseTemplates, eq(touchBaseTemplates.id, touchBaseQueue.templateId))
    .orderBy(asc(touchBaseQueue.sent), desc(touchBaseQueue.queuedAt)).limit(QUEUE_MOST);
  const listed = (kind: "normal" | "elite") =>
    JSON.stringify(templates.filter(({ list }) => list === kind).map(({ list: _list, ...template }) => template));
  return {
    config,
    normalTemplates: listed("normal"),
    eliteTemplates: listed("elite"),
    que: rows.map(({ queuedAt, ...item }) => {
      const due = item.sent === 0 ? sendsAt(queuedAt, config) : null;
      return { ...item, queuedAt, sendsAt: due, state: stateText(item, due, config, ctx.now) };
    }),
    savedAt: { config: saves.config.at, templates: saves.templates.at },
  };
}

function stateText(
  { sent, skip }: { sent: number; skip: number },
  due: number | null,
  config: TouchBaseConfig,
  now: number,
): string {
  if (sent === 1) return skip === 1 ? "Skipped" : "Sent";
  return config.TOUCH_BASE_ENABLED ? countdownText(due!, now) : "Paused";
}

export type TouchBaseData = Awaited<ReturnType<typeof getTouchBase>>;
