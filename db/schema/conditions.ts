/** Broker conditions: the twenty presets, and those of loans. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { files } from "./files.ts";
import { loans } from "./loans/loans.ts";

/** Type 0 is a check, 1 a file, 2 a text. */
export const presetConditions = sqliteTable("preset_conditions", {
  id: integer("id").primaryKey(),
  type: integer("type").notNull(),
  title: text("title").notNull(),
  restriction: text("restriction", { enum: ["none", "admin"] }).notNull(),
  /** Instructions for the broker. */
  note: text("note").notNull().default(""),
});

/** Sets of conditions that the lender keeps, to add with one click; `terms` is JSON of their conditions in order. */
export const conditionSets = sqliteTable("condition_sets", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  /** The name in small letters: a set saved under it again takes its place. */
  nameKey: text("name_key").notNull(),
  terms: text("terms").notNull(),
  updatedAt: integer("updated_at").notNull(),
}, (t) => [uniqueIndex("condition_sets_name").on(t.nameKey)]);

export const conditions = sqliteTable("conditions", {
  rowId: integer("row_id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  /** The specification's id: 1 to 20 for presets, above 20 for custom ones; unique within the loan. */
  id: integer("id").notNull(),
  position: integer("position").notNull(),
  type: integer("type").notNull(),
  title: text("title").notNull(),
  restriction: text("restriction", { enum: ["none", "admin"] }).notNull().default("none"),
  optional: integer("optional", { mode: "boolean" }).notNull().default(false),
  note: text("note").notNull().default(""),
  completed: integer("completed", { mode: "boolean" }).notNull().default(false),
  text: text("text").notNull().default(""),
  fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
  /** When the document to sign became available. */
  readyAt: integer("ready_at"),
  completedAt: integer("completed_at"),
  completedBy: integer("completed_by").references(() => accounts.id, { onDelete: "set null" }),
  /** When the broker last changed it; compared with viewedAt to mark unseen changes. */
  brokerUpdatedAt: integer("broker_updated_at"),
  viewedAt: integer("viewed_at"),
  /** When the lender accepted what completed it; null until then. */
  acceptedAt: integer("accepted_at"),
  acceptedBy: integer("accepted_by").references(() => accounts.id, { onDelete: "set null" }),
  /** When and why the lender sent it back; null and empty once it is completed again. */
  returnedAt: integer("returned_at"),
  returnReason: text("return_reason").notNull().default(""),
}, (t) => [
  uniqueIndex("conditions_loan").on(t.loanId, t.id),
  index("conditions_file").on(t.fileId),
]);
