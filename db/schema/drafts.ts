/** Applications that are still being filled in: one an account, gone once it becomes a loan. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

export const submissionDrafts = sqliteTable("submission_drafts", {
  accountId: integer("account_id").primaryKey().references(() => accounts.id, { onDelete: "cascade" }),
  /** The upload that its files are kept under; the same id is in its form's tmpUploadId. */
  uploadId: text("upload_id").notNull(),
  /** JSON: what was typed, which file filled which field, which files are listed. Never a social insurance number. */
  entries: text("entries").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}, (t) => [index("submission_drafts_age").on(t.updatedAt)]);
