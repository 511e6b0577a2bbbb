/** Drafts of applications: one for each account, removed once submitted. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "../accounts.ts";

export const submissionDrafts = sqliteTable("submission_drafts", {
  accountId: integer("account_id").primaryKey().references(() => accounts.id, { onDelete: "cascade" }),
  /** The upload of its files; the same id is in the form's tmpUploadId. */
  uploadId: text("upload_id").notNull(),
  /** JSON: entries, which file filled which field, and files. Never a social insurance number. */
  entries: text("entries").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}, (t) => [index("submission_drafts_age").on(t.updatedAt)]);
