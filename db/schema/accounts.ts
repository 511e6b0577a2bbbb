/** Accounts, account requests, and proofs of identity. Instants are integer milliseconds. */
import { RATINGS } from "../../lib/domain/accounts/account_values.ts";
import { CONSENT_STATES } from "../../lib/domain/mail/consent.ts";
import { NEWS_PREFERENCES } from "../../lib/domain/news/kinds.ts";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * A broker (role 0), an administrator (9) or an owner (99). `…Key` columns are lower-cased copies with unique indexes.
 */
export const accounts = sqliteTable("accounts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  role: integer("role").notNull().default(0),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  phone: text("phone").notNull().default(""),
  brokerage: text("brokerage").notNull().default(""),
  brokerageLicense: text("brokerage_license").notNull().default(""),
  license: text("license").notNull().default(""),
  username: text("username").notNull(),
  usernameKey: text("username_key").notNull(),
  passwordHash: text("password_hash").notNull(),
  notes: text("notes").notNull().default(""),
  rating: text("rating", { enum: RATINGS }).notNull().default("green"),
  status: integer("status").notNull().default(1),
  touchBaseEmails: integer("touch_base_emails", { mode: "boolean" }).notNull().default(false),
  /** The last decision in its log of consent (`mail_consents`), empty where there is none. */
  consent: text("consent", { enum: CONSENT_STATES }).notNull().default(""),
  /** True: of campaigns they get only those about loans. */
  fewerMails: integer("fewer_mails", { mode: "boolean" }).notNull().default(false),
  /** How news is mailed. */
  newsChoice: text("news_choice", { enum: NEWS_PREFERENCES }).notNull().default("instant"),
  lastSignInAt: integer("last_sign_in_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}, (t) => [
  uniqueIndex("accounts_email_key").on(t.emailKey),
  uniqueIndex("accounts_username_key").on(t.usernameKey),
  index("accounts_license").on(t.license),
  index("accounts_role").on(t.role, t.name),
]);

/** A broker's account request, until an administrator adds or deletes it. */
export const accountRequests = sqliteTable("account_requests", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  email: text("email").notNull(),
  emailKey: text("email_key").notNull(),
  phone: text("phone").notNull().default(""),
  brokerage: text("brokerage").notNull().default(""),
  brokerageLicense: text("brokerage_license").notNull().default(""),
  license: text("license").notNull(),
  username: text("username").notNull(),
  usernameKey: text("username_key").notNull(),
  /** The username that was asked for, where it was taken and `username` is another; empty otherwise. */
  wantedUsername: text("wanted_username").notNull().default(""),
  passwordHash: text("password_hash").notNull(),
  notes: text("notes").notNull().default(""),
  /** Whether they ticked that they want the lender's news. */
  newsByEmail: integer("news_by_email", { mode: "boolean" }).notNull().default(false),
  createdAt: integer("created_at").notNull(),
  /** The account created from the request: a second call finds the same account. */
  accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
  closedAt: integer("closed_at"),
}, (t) => [
  index("account_requests_open").on(t.closedAt, t.createdAt),
  index("account_requests_username").on(t.usernameKey),
  index("account_requests_account").on(t.accountId, t.createdAt),
]);

/** Sign-in sessions; `id` is the SHA-256 of the cookie's token. */
export const sessions = sqliteTable("sessions", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  expiresAt: integer("expires_at").notNull(),
  createdAt: integer("created_at").notNull(),
  address: text("address").notNull().default(""),
  userAgent: text("user_agent").notNull().default(""),
  /** Reaches the set-up of a second factor alone, until there is one. */
  limited: integer("limited", { mode: "boolean" }).notNull().default(false),
}, (t) => [index("sessions_account").on(t.accountId), index("sessions_expiry").on(t.expiresAt)]);

/** A browser whose mailed code was entered; `id` is the SHA-256 of its cookie. */
export const devices = sqliteTable("devices", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  userAgent: text("user_agent").notNull().default(""),
  address: text("address").notNull().default(""),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  lastUsedAt: integer("last_used_at").notNull(),
}, (t) => [index("devices_account").on(t.accountId)]);

/** A device awaiting its mailed code: ten minutes, five tries, single use. `id` is the SHA-256 of the deviceId. */
export const deviceSetups = sqliteTable("device_setups", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  codeHash: text("code_hash").notNull(),
  tries: integer("tries").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
}, (t) => [index("device_setups_account").on(t.accountId)]);

/** An account's authenticator app (docs/decisions/second-factor.md). It counts from `confirmedAt` on. */
export const secondFactors = sqliteTable("second_factors", {
  accountId: integer("account_id").primaryKey().references(() => accounts.id, { onDelete: "cascade" }),
  /** Sealed with the portal's key, which is not in the database. */
  secret: text("secret").notNull(),
  /** The session it was begun in (its `id`), until it is confirmed. */
  sessionId: text("session_id"),
  createdAt: integer("created_at").notNull(),
  confirmedAt: integer("confirmed_at"),
  /** The newest step of 30 seconds whose code was taken: it and those before are refused. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Codes in place of the app, each for one use. `id` is the code's SHA-256. */
export const recoveryCodes = sqliteTable("recovery_codes", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  usedAt: integer("used_at"),
}, (t) => [index("recovery_codes_account").on(t.accountId)]);

/** A sign-in whose password was right and that awaits its second factor. `id` is the SHA-256 of the factorId. */
export const factorQuestions = sqliteTable("factor_questions", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  /** The saved browser that asked, where it is one. */
  deviceId: text("device_id"),
  tries: integer("tries").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
}, (t) => [index("factor_questions_account").on(t.accountId)]);

/** Mailed links: password recovery (1 hour) and email change (24 hours). `id` is the SHA-256 of the link's id. */
export const accountLinks = sqliteTable("account_links", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: ["recovery", "emailChange", "welcome"] }).notNull(),
  newEmail: text("new_email"),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
}, (t) => [index("account_links_account").on(t.accountId, t.kind)]);

/** Rate-limit counters shared by processes. `id` is the limit's name and key; one row for each window. */
export const rateLimits = sqliteTable("rate_limits", {
  id: text("id").primaryKey(),
  count: integer("count").notNull(),
  resetsAt: integer("resets_at").notNull(),
}, (t) => [index("rate_limits_expiry").on(t.resetsAt)]);
