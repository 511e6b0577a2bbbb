/** Mail to brokers: campaigns, touch-base and its queue, the blacklist. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Audience } from "../../lib/domain/mail/audience.ts";
import { CONSENT_KINDS, CONSENT_SOURCES } from "../../lib/domain/mail/consent.ts";
import { TOUCH_BASE_DEFAULTS as DEFAULTS } from "../../lib/domain/mail/touch_base.ts";
import { accounts } from "./accounts.ts";

export const campaigns = sqliteTable("campaigns", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  active: integer("active", { mode: "boolean" }).notNull().default(false),
  /** True: no mail is written or sent until it is resumed. */
  paused: integer("paused", { mode: "boolean" }).notNull().default(false),
  type: text("type", { enum: ["interval", "static"] }).notNull().default("static"),
  subject: text("subject").notNull().default(""),
  /** The inbox's preview line. */
  preview: text("preview").notNull().default(""),
  body: text("body").notNull().default(""),
  /** When the next run begins, in milliseconds; null where none is planned. */
  sendAt: integer("send_at"),
  /** The wall time in Toronto (HH:MM) that runs keep; null before it was saved: then that of `sendAt`. */
  sendTime: text("send_time"),
  /** Days between runs of an interval. */
  everyDays: integer("every_days").notNull().default(7),
  /** The day of the month (1 to 31) on which an interval runs instead; null for every so many days. */
  monthDay: integer("month_day"),
  audience: text("audience", { mode: "json" }).$type<Audience>().notNull().default({}),
  /** Finished runs. */
  runs: integer("runs").notNull().default(0),
  /** Recipients of the last finished run. */
  lastRecipients: integer("last_recipients").notNull().default(0),
  lastRan: integer("last_ran"),
  createdAt: integer("created_at").notNull(),
});

/** Pictures of campaigns' texts, which name them by their address. The bytes are in storage under the id. */
export const mailPictures = sqliteTable("mail_pictures", {
  id: text("id").primaryKey(),
  mediaType: text("media_type").notNull(),
  /** Bytes. */
  size: integer("size").notNull(),
  sha256: text("sha256").notNull(),
  uploadedAt: integer("uploaded_at").notNull(),
}, (t) => [index("mail_pictures_uploaded").on(t.uploadedAt)]);

/** Each run with the text that it sent, which stays whatever the campaign says later. Made when a run begins. */
export const campaignRuns = sqliteTable("campaign_runs", {
  campaignId: integer("campaign_id").notNull().references(() => campaigns.id, { onDelete: "cascade" }),
  /** From 1. */
  run: integer("run").notNull(),
  subject: text("subject").notNull(),
  preview: text("preview").notNull(),
  body: text("body").notNull(),
  startedAt: integer("started_at").notNull(),
  /** When the mail of every recipient was written, or the run was stopped. */
  finishedAt: integer("finished_at"),
  /** What waited when it was stopped does not go out. */
  stopped: integer("stopped", { mode: "boolean" }).notNull().default(false),
  /** Brokers who ended these mails after this one. */
  unsubscribed: integer("unsubscribed").notNull().default(0),
}, (t) => [primaryKey({ columns: [t.campaignId, t.run] })]);

/** The one row of touch-base settings (id 1): hours, days and counts as the specification names them. */
export const touchBaseConfig = sqliteTable("touch_base_config", {
  id: integer("id").primaryKey(),
  TOUCH_BASE_ENABLED: integer("enabled", { mode: "boolean" }).notNull().default(DEFAULTS.TOUCH_BASE_ENABLED),
  EMAIL_DELAY: integer("email_delay").notNull().default(DEFAULTS.EMAIL_DELAY),
  TRACKER_DURATION: integer("tracker_duration").notNull().default(DEFAULTS.TRACKER_DURATION),
  NEW_EMAIL_BUFFER: integer("new_email_buffer").notNull().default(DEFAULTS.NEW_EMAIL_BUFFER),
  MIN_INTERACTIONS: integer("min_interactions").notNull().default(DEFAULTS.MIN_INTERACTIONS),
});

export const touchBaseTemplates = sqliteTable("touch_base_templates", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  list: text("list", { enum: ["normal", "elite"] }).notNull(),
  position: integer("position").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
});

export const touchBaseQueue = sqliteTable("touch_base_queue", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  templateId: integer("template_id").references(() => touchBaseTemplates.id, { onDelete: "set null" }),
  sent: integer("sent").notNull().default(0),
  skip: integer("skip").notNull().default(0),
  rating: text("rating").notNull().default("green"),
  queuedAt: integer("queued_at").notNull(),
  /** When it was sent or skipped, in milliseconds. */
  sentDate: integer("sent_date"),
  /** Why the broker was left out when it was due; empty where a person skipped it. */
  why: text("why").notNull().default(""),
}, (t) => [
  index("touch_base_queue_account").on(t.accountId, t.queuedAt),
  index("touch_base_queue_open").on(t.sent, t.queuedAt),
  uniqueIndex("touch_base_queue_waiting").on(t.accountId).where(sql`sent = 0`),
]);

export const blacklist = sqliteTable("blacklist", {
  email: text("email").primaryKey(),
  addedAt: integer("added_at").notNull(),
});

/**
 * What brokers said about commercial mail: triggers refuse to change or remove a row. It outlives the account, since
 * the law asks the sender to prove consent.
 */
export const mailConsents = sqliteTable("mail_consents", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  accountId: integer("account_id").notNull(),
  /** The address then. */
  email: text("email").notNull(),
  kind: text("kind", { enum: CONSENT_KINDS }).notNull(),
  source: text("source", { enum: CONSENT_SOURCES }).notNull(),
  /** The day in Toronto on which it was said, YYYY-MM-DD. */
  day: text("day").notNull(),
  note: text("note").notNull().default(""),
  recordedAt: integer("recorded_at").notNull(),
  recordedBy: integer("recorded_by"),
  /** Their name then. */
  recordedByName: text("recorded_by_name").notNull().default(""),
}, (t) => [index("mail_consents_account").on(t.accountId, t.kind, t.day)]);
