/** News of people: entries of the bell's list and of mails, and the reminders that were sent. */
import { type Mailing, MAILINGS, NEWS_KINDS, REMINDER_KINDS } from "../../lib/domain/news/kinds.ts";
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { valueSql } from "../derived/rules.ts";
import { accounts } from "./accounts.ts";
import { loans } from "./loans/loans.ts";

/** One piece of news for one person. Removed at a certain age (lib/features/news/old_news.ts). */
export const news = sqliteTable("news", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  /** What it came from; unique per person. */
  key: text("key").notNull(),
  kind: text("kind", { enum: NEWS_KINDS }).notNull(),
  loanId: integer("loan_id").references(() => loans.id, { onDelete: "cascade" }),
  /** The kind's own facts, as JSON. */
  data: text("data").notNull(),
  at: integer("at").notNull(),
  readAt: integer("read_at"),
  mailing: text("mailing", { enum: MAILINGS }).notNull(),
  /** When its mail is due, in milliseconds; null for the digest and for none. */
  mailAt: integer("mail_at"),
  mailedAt: integer("mailed_at"),
}, (t) => [
  uniqueIndex("news_key").on(t.accountId, t.key),
  index("news_of_account").on(t.accountId, t.at),
  index("news_unread").on(t.accountId).where(sql`read_at is null`),
  index("news_to_mail").on(t.mailing, t.mailAt).where(
    sql`mailed_at is null and mailing <> ${sql.raw(valueSql<Mailing>("none"))}`,
  ),
  index("news_at").on(t.at),
  index("news_loan").on(t.loanId),
]);

/** Sent reminders by subject and day: each once, whichever process sent it. */
export const reminders = sqliteTable("reminders", {
  key: text("key").primaryKey(),
  kind: text("kind", { enum: REMINDER_KINDS }).notNull(),
  loanId: integer("loan_id").references(() => loans.id, { onDelete: "cascade" }),
  accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  /** The day that it reminds of, YYYY-MM-DD. */
  day: text("day").notNull(),
  at: integer("at").notNull(),
}, (t) => [index("reminders_loan").on(t.loanId)]);

/** Mornings on which reminders and digests were sent, YYYY-MM-DD in Toronto. */
export const newsMornings = sqliteTable("news_mornings", {
  day: text("day").primaryKey(),
  doneAt: integer("done_at").notNull(),
});
