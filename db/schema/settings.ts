/** Versions of the lending settings and of the scoring configuration. A version is a document: it is saved, compared,
 * restored and remembered by loans as one thing, and never changed. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

export const settingsVersions = sqliteTable("settings_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  body: text("body").notNull(),
  savedAt: integer("saved_at").notNull(),
  savedBy: integer("saved_by").references(() => accounts.id, { onDelete: "set null" }),
}, (t) => [index("settings_versions_at").on(t.savedAt)]);

export const configVersions = sqliteTable("config_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  body: text("body").notNull(),
  savedAt: integer("saved_at").notNull(),
  savedBy: integer("saved_by").references(() => accounts.id, { onDelete: "set null" }),
}, (t) => [index("config_versions_at").on(t.savedAt)]);
