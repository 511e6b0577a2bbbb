/** Choices of the loan list that a person keeps under a name. */
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "../accounts.ts";

export const savedFilters = sqliteTable("saved_filters", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  accountId: integer("account_id").notNull().references(() => accounts.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  /** The name in small letters: unique for the account. */
  nameKey: text("name_key").notNull(),
  /** The query of the list's address. */
  query: text("query").notNull(),
  savedAt: integer("saved_at").notNull(),
}, (t) => [uniqueIndex("saved_filters_name").on(t.accountId, t.nameKey)]);
