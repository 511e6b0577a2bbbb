/** Files and uploads: name, type, size, digest, who and when; the bytes are in storage under the id. */
import { FILE_KINDS } from "../../lib/domain/files/file_kinds.ts";
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { loans } from "./loans/loans.ts";

/** A submission's upload; its id is inside the signed tmpUploadId of the submit page. */
export const uploads = sqliteTable("uploads", {
  id: text("id").primaryKey(),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (t) => [index("uploads_expiry").on(t.expiresAt)]);

export const files = sqliteTable("files", {
  id: text("id").primaryKey(),
  loanId: integer("loan_id").references((): AnySQLiteColumn => loans.id, { onDelete: "cascade" }),
  uploadId: text("upload_id").references(() => uploads.id, { onDelete: "set null" }),
  kind: text("kind", { enum: FILE_KINDS }).notNull(),
  name: text("name").notNull(),
  mediaType: text("media_type").notNull(),
  size: integer("size").notNull(),
  sha256: text("sha256").notNull(),
  uploadedBy: integer("uploaded_by").references(() => accounts.id, { onDelete: "set null" }),
  uploadedAt: integer("uploaded_at").notNull(),
  /** The newer version; older ones stay available to administrators. */
  replacedBy: text("replaced_by"),
  deletedAt: integer("deleted_at"),
}, (t) => [index("files_loan").on(t.loanId, t.kind), index("files_upload").on(t.uploadId)]);

/**
 * Stored bytes that have to go, by their file's id: written with what removed the file's row, and kept until they are
 * gone.
 */
export const fileDeletions = sqliteTable("file_deletions", {
  id: text("id").primaryKey(),
  /** When removing them is tried next, in milliseconds. */
  dueAt: integer("due_at").notNull(),
  tries: integer("tries").notNull().default(0),
}, (t) => [index("file_deletions_due").on(t.dueAt)]);
