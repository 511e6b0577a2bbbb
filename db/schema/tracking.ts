/** Tracked emails, their recipients and links, and every open and click. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { TOKEN_KINDS } from "../../lib/domain/tracking/hit.ts";
import { accounts } from "./accounts.ts";
import { LINK } from "../derived/rules.ts";
import { campaigns } from "./mail.ts";
import { mails } from "./operations.ts";

export const trackedEmails = sqliteTable("tracked_emails", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  campaignId: integer("campaign_id").references(() => campaigns.id, { onDelete: "set null" }),
  timesRan: integer("times_ran").notNull().default(0),
  createdAt: integer("created_at").notNull(),
});

/** One mail to one contact in one run of a tracked email. Addresses are in lower case: events match ignoring case. */
export const trackedRecipients = sqliteTable("tracked_recipients", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  emailId: integer("email_id").notNull().references(() => trackedEmails.id, { onDelete: "cascade" }),
  sentId: integer("sent_id").notNull(),
  accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone").notNull().default(""),
  /** The idempotency key of its mail in the outbox, which knows when it left. */
  mailKey: text("mail_key"),
}, (t) => [
  uniqueIndex("tracked_recipients_run").on(t.emailId, t.sentId, t.email),
  index("tracked_recipients_account").on(t.accountId, t.id),
  index("tracked_recipients_mail").on(t.mailKey),
]);

/** What a token in a mail stands for: its picture, one of its links, or the link that only machines see. */
export const trackerTokens = sqliteTable("tracker_tokens", {
  token: text("token").primaryKey(),
  recipientId: integer("recipient_id").notNull().references(() => trackedRecipients.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: TOKEN_KINDS }).notNull(),
  link: text("link").notNull().default(""),
}, (t) => [index("tracker_tokens_recipient").on(t.recipientId)]);

export const trackerEvents = sqliteTable("tracker_events", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  emailId: integer("email_id").notNull().references(() => trackedEmails.id, { onDelete: "cascade" }),
  sentId: integer("sent_id").notNull(),
  accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
  email: text("email").notNull(),
  type: text("type", { enum: ["open", "link"] }).notNull(),
  created: integer("created").notNull(),
  /** The day of `created` in Toronto. */
  day: text("day").notNull().default(""),
  /** Why a machine did this; empty for a person. */
  machine: text("machine").notNull().default(""),
  ip: text("ip").notNull().default(""),
  browser: text("browser").notNull().default(""),
  os: text("os").notNull().default(""),
  platform: text("platform").notNull().default(""),
  country: text("country").notNull().default(""),
  region: text("region").notNull().default(""),
  city: text("city").notNull().default(""),
  link: text("link").notNull().default(""),
}, (t) => [
  index("tracker_events_run").on(t.emailId, t.sentId, t.created),
  index("tracker_events_contact").on(t.emailId, t.email, t.created),
  index("tracker_events_account").on(t.accountId, t.created),
  index("tracker_events_created").on(t.created),
  index("tracker_events_clicks").on(t.created, t.accountId).where(sql.raw(`type = ${LINK} and machine = ''`)),
  index("tracker_events_addresses").on(t.created).where(sql`ip <> '' and instr(ip, '/') = 0`),
]);

/** What a token in a mail about a loan stands for, as in a tracked email. */
export const loanMailTokens = sqliteTable("loan_mail_tokens", {
  token: text("token").primaryKey(),
  mailId: integer("mail_id").notNull().references(() => mails.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: TOKEN_KINDS }).notNull(),
  link: text("link").notNull().default(""),
}, (t) => [index("loan_mail_tokens_mail").on(t.mailId)]);

/** What was done with a mail about a loan. It keeps no address and no program: nothing is counted by them. */
export const loanMailEvents = sqliteTable("loan_mail_events", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  mailId: integer("mail_id").notNull().references(() => mails.id, { onDelete: "cascade" }),
  type: text("type", { enum: ["open", "link"] }).notNull(),
  created: integer("created").notNull(),
  /** Why a machine did this; empty for a person. */
  machine: text("machine").notNull().default(""),
  link: text("link").notNull().default(""),
}, (t) => [index("loan_mail_events_mail").on(t.mailId, t.created)]);
