/** Touch-base settings, templates and queue (loans specification 3.12, 4.7 and 7.4). */
import { asc, desc, eq, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import {
  accounts,
  mails,
  touchBaseConfig,
  touchBaseQueue,
  touchBaseTemplates,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import {
  type Held,
  queueState,
  sendsAt,
  TOUCH_BASE_DEFAULTS,
  TOUCH_BASE_KEY,
  type TouchBaseConfig,
  type TouchBaseData,
  touchBasePause,
} from "../../domain/mail/touch_base.ts";
import { LEFT_OUT, type LeftOut } from "../../domain/mail/audience.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { templatesFor } from "./_next_templates.ts";

/** Rows of the queue that are read of what was sent or skipped, besides all that wait. */
const SETTLED_MOST = 200;

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

export const configSave = (db: Context["db"] | Tx) => lastSave(db, rowsOf(["touchBase.config"], "config"));
export const templatesSave = (db: Context["db"] | Tx) => lastSave(db, rowsOf(["touchBase.templates"], "templates"));

/** When settings and templates were last saved: what a save names so that it is refused where it is stale. */
async function touchBaseSaves(db: Context["db"] | Tx) {
  const [config, templates] = await Promise.all([
    configSave(db),
    templatesSave(db),
  ]);
  return { config, templates };
}

/** A page of the queue with names and subjects. */
const queueOf = ({ db }: Pick<Context, "db">, sent: 0 | 1) =>
  db.select({
    id: touchBaseQueue.id,
    accountId: touchBaseQueue.accountId,
    name: accounts.name,
    sent: touchBaseQueue.sent,
    skip: touchBaseQueue.skip,
    rating: touchBaseQueue.rating,
    templateId: touchBaseQueue.templateId,
    sentDate: touchBaseQueue.sentDate,
    queuedAt: touchBaseQueue.queuedAt,
    why: touchBaseQueue.why,
    subject: sql<string | null>`coalesce(${mails.subject}, ${touchBaseTemplates.subject})`,
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
  }).from(touchBaseQueue).innerJoin(accounts, eq(accounts.id, touchBaseQueue.accountId))
    .leftJoin(touchBaseTemplates, eq(touchBaseTemplates.id, touchBaseQueue.templateId))
    .leftJoin(mails, eq(mails.idempotencyKey, sql`${TOUCH_BASE_KEY} || ${touchBaseQueue.id}`))
    .leftJoin(trackedRecipients, eq(trackedRecipients.mailKey, sql`${TOUCH_BASE_KEY} || ${touchBaseQueue.id}`))
    .where(eq(touchBaseQueue.sent, sent));

/** The lists of templates as the calls write them: JSON text (loans specification 7.4). */
export function templateLists(templates: Awaited<ReturnType<typeof touchBaseTemplatesOf>>) {
  const listed = (kind: "normal" | "elite") =>
    JSON.stringify(templates.filter(({ list }) => list === kind).map(({ list: _list, ...template }) => template));
  return { normalTemplates: listed("normal"), eliteTemplates: listed("elite") };
}

/**
 * Settings, templates as JSON text, and the queue: all that waits, the next first, then the newest of the rest.
 * `sendsAt` in milliseconds, null once sent and while its list has no template; `why` in words where the portal itself
 * skipped it; `paused` is why nothing leaves.
 */
export async function getTouchBase(ctx: Context): Promise<TouchBaseData> {
  // The times first: a save in between would give its own to what stood before it.
  const saves = await touchBaseSaves(ctx.db);
  const config = await touchBaseConfigOf(ctx.db);
  const paused = touchBasePause(config, ctx.site.lender);
  const templates = await touchBaseTemplatesOf(ctx.db);
  const settled = await ctx.db.$count(touchBaseQueue, eq(touchBaseQueue.sent, 1));
  const rows = [
    ...await queueOf(ctx, 0).orderBy(asc(touchBaseQueue.queuedAt), asc(touchBaseQueue.id)),
    ...await queueOf(ctx, 1).orderBy(desc(touchBaseQueue.sentDate), desc(touchBaseQueue.id)).limit(SETTLED_MOST),
  ];
  // Whose template was deleted gets the next of its list when it is sent.
  const next = await templatesFor(ctx.db, rows.filter((row) => row.sent === 0 && row.templateId === null), templates);
  const subjects = new Map(templates.map(({ id, subject }) => [id, subject]));
  return {
    config,
    ...templateLists(templates),
    que: rows.map(({ why, ...item }) => {
      const dueAt = sendsAt(item.queuedAt, config, ctx.now);
      const subject = item.subject ?? (item.sent === 0 ? subjects.get(next.get(item.accountId) ?? 0) : null) ?? null;
      const held: Held = paused !== null ? "Paused" : subject === null ? "Waiting for a template" : "";
      return {
        ...item,
        subject,
        why: Object.hasOwn(LEFT_OUT, why) ? LEFT_OUT[why as LeftOut] : "",
        sendsAt: item.sent === 0 && held !== "Waiting for a template" ? dueAt : null,
        state: queueState(item, { dueAt, now: ctx.now, held }),
      };
    }),
    settled,
    paused,
    savedAt: { config: saves.config.at, templates: saves.templates.at },
  };
}
