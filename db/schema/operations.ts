/** The audit trail, the mail outbox, events, leases of scheduled jobs, and the portal's own keys and settings. */
import type { AuditAction, AuditEntity } from "../../lib/domain/audit.ts";
import type { EventType } from "../../lib/domain/events.ts";
import { MAIL_OUTCOMES, MAIL_STATUSES, SUPPRESSION_REASONS, UNSENT_STATUSES } from "../../lib/domain/mail/outbox.ts";
import { quoteList, SIGN_IN_SQL } from "../derived/rules.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Who did what, when, from where. Rows are only added: triggers allow to remove old sign-ins, to cut old addresses
 * and to empty what names an erased person, and refuse the rest. No foreign keys: it outlives its subjects.
 */
export const auditRows = sqliteTable("audit_rows", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: integer("at").notNull(),
  actorId: integer("actor_id"),
  actorName: text("actor_name").notNull().default(""),
  address: text("address").notNull().default(""),
  action: text("action").$type<AuditAction>().notNull(),
  entity: text("entity").$type<AuditEntity>().notNull(),
  entityId: text("entity_id").notNull(),
  before: text("before"),
  after: text("after"),
}, (t) => [
  index("audit_rows_entity").on(t.entity, t.entityId, t.id),
  index("audit_rows_actor").on(t.actorId, t.id),
  index("audit_rows_sign_ins").on(t.at).where(sql.raw(SIGN_IN_SQL)),
  index("audit_rows_addresses").on(t.at).where(sql`address <> '' and instr(address, '/') = 0`),
]);

/** Mails to send. Written with what caused them; a worker sends them, each at most once. */
export const mails = sqliteTable("mails", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  idempotencyKey: text("idempotency_key").notNull(),
  kind: text("kind").notNull(),
  to: text("to").notNull(),
  replyTo: text("reply_to"),
  subject: text("subject").notNull(),
  html: text("html").notNull(),
  text: text("text").notNull(),
  headers: text("headers"),
  /** The loan that it is about; null for other mails. */
  loanId: integer("loan_id"),
  status: text("status", { enum: MAIL_STATUSES }).notNull().default("waiting"),
  tries: integer("tries").notNull().default(0),
  dueAt: integer("due_at").notNull(),
  leaseUntil: integer("lease_until"),
  sentAt: integer("sent_at"),
  providerId: text("provider_id"),
  error: text("error"),
  createdAt: integer("created_at").notNull(),
  /** The mail service's report after it left: outcome, instant, and reason. */
  outcome: text("outcome", { enum: MAIL_OUTCOMES }),
  outcomeAt: integer("outcome_at"),
  outcomeReason: text("outcome_reason"),
}, (t) => [
  uniqueIndex("mails_idempotency").on(t.idempotencyKey),
  index("mails_status").on(t.status, t.kind),
  index("mails_provider").on(t.providerId),
  index("mails_loan").on(t.loanId).where(sql`loan_id is not null`),
  index("mails_unsent").on(t.idempotencyKey).where(sql.raw(`status in ${quoteList(UNSENT_STATUSES)}`)),
]);

/** Why no mail leaves for now, in the one row there is (id 1): the mail service asked us to wait, or refuses us. */
export const mailHold = sqliteTable("mail_hold", {
  id: integer("id").primaryKey(),
  /** When one mail is tried again, in milliseconds. */
  resumeAt: integer("resume_at").notNull(),
  /** Since when an operator's mistake holds all mail; null where the service only asked us to wait. */
  stoppedAt: integer("stopped_at"),
  reason: text("reason"),
  tries: integer("tries").notNull().default(0),
});

/** Addresses, in small letters, that bounced for good or complained: no campaign goes there. */
export const suppressedAddresses = sqliteTable("suppressed_addresses", {
  email: text("email").primaryKey(),
  why: text("why", { enum: SUPPRESSION_REASONS }).notNull(),
  reason: text("reason").notNull().default(""),
  at: integer("at").notNull(),
});

/**
 * Events, written in the transaction of what they tell: the one outbox. `secret` is erased once every consumer is done.
 */
export const events = sqliteTable("events", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  type: text("type").$type<EventType>().notNull(),
  version: integer("version").notNull(),
  data: text("data").notNull(),
  secret: text("secret"),
  at: integer("at").notNull(),
}, (t) => [index("events_at").on(t.at)]);

/** One row for each consumer of an event, with how often it was tried. A lease holds it for one process. */
export const eventDeliveries = sqliteTable("event_deliveries", {
  eventId: integer("event_id").notNull().references(() => events.id, { onDelete: "cascade" }),
  consumer: text("consumer").notNull(),
  status: text("status", { enum: ["waiting", "done", "failed"] }).notNull().default("waiting"),
  tries: integer("tries").notNull().default(0),
  dueAt: integer("due_at").notNull(),
  leaseUntil: integer("lease_until"),
  error: text("error"),
}, (t) => [
  primaryKey({ columns: [t.eventId, t.consumer] }),
  index("event_deliveries_due").on(t.status, t.dueAt),
]);

/** One row for each scheduled job: the process that holds the lease runs it, so several processes run it once. */
export const jobLeases = sqliteTable("job_leases", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  until: integer("until").notNull(),
});

/**
 * Signed messages of other services that were taken, by call and the sender's id. `doneAt` is null while one is worked
 * on.
 */
export const webhookReceipts = sqliteTable("webhook_receipts", {
  id: text("id").primaryKey(),
  expiresAt: integer("expires_at").notNull(),
  doneAt: integer("done_at"),
}, (t) => [index("webhook_receipts_expiry").on(t.expiresAt)]);

/** Keys that every process of this portal signs with; made at the first start. */
export const serverSecrets = sqliteTable("server_secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** What owners decide for the portal itself, and what it remembers of its nights and backups, as JSON by name. */
export const portalSettings = sqliteTable("portal_settings", {
  name: text("name", {
    enum: ["staffSecondFactor", "retention", "retentionRun", "retentionAfter", "backups", "seenBackups"],
  }).primaryKey(),
  value: text("value").notNull(),
  updatedAt: integer("updated_at").notNull(),
});
