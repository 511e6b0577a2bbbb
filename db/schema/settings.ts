/** Versions of the lending settings and of the scoring configuration. A version is a document: it is saved, compared,
 * restored and remembered by loans as one thing, and never changed. */
import { customType, index, integer, sqliteTable } from "drizzle-orm/sqlite-core";
import {
  type DocumentKind,
  packDocument,
  type StoredDocuments,
  upgradeDocument,
} from "../../lib/domain/settings/stored_documents.ts";
import { accounts } from "./accounts.ts";

/** A document of a kind, as text; a select upgrades it to today's format. */
const document = <K extends DocumentKind>(name: string, kind: K) =>
  customType<{ data: StoredDocuments[K]; driverData: string }>({
    dataType: () => "text",
    fromDriver: (text) => upgradeDocument(kind, text),
    toDriver: (value) => packDocument(kind, value),
  })(name);

export const settingsVersions = sqliteTable("settings_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  body: document("body", "settings").notNull(),
  savedAt: integer("saved_at").notNull(),
  savedBy: integer("saved_by").references(() => accounts.id, { onDelete: "set null" }),
}, (t) => [index("settings_versions_at").on(t.savedAt)]);

export const configVersions = sqliteTable("config_versions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  body: document("body", "config").notNull(),
  savedAt: integer("saved_at").notNull(),
  savedBy: integer("saved_by").references(() => accounts.id, { onDelete: "set null" }),
}, (t) => [index("config_versions_at").on(t.savedAt)]);
