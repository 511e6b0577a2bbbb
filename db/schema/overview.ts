/** What the overview shows, counted once: triggers on loans keep it, so that reading it costs the same at any number of loans. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Loans of one status and month in a bucket of a dimension, as the view overview_facts (migration overview) spreads a loan
 * over them. `month` is YYYY-MM in Toronto: of the submission, or of the day funded or repaid in the dimensions so named.
 */
export const overviewTallies = sqliteTable("overview_tallies", {
  dimension: text("dimension").notNull(),
  /** The loan's own text (a city, a type), or a bucket's number; empty where there is nothing to tell apart. */
  bucket: text("bucket").notNull(),
  status: text("status").notNull(),
  month: text("month").notNull(),
  loans: integer("loans").notNull(),
  /** Sum of the funded amounts, else of the amounts asked for; whole dollars. */
  amount: integer("amount").notNull(),
  /** Sum of amount times a figure, in whole numbers: see the view. */
  weighted: integer("weighted").notNull(),
}, (t) => [primaryKey({ columns: [t.dimension, t.bucket, t.status, t.month] })]);
