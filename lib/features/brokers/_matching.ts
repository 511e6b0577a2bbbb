/** The search of accounts and of requests: every word, in any of a person's texts, ignoring case and accents. */
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "../../../db/mod.ts";
import type { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { matchesWords } from "../../domain/folded.ts";

/** The ids of those that match; null without a search. Read whole: SQLite folds the case of ASCII letters alone. */
export async function matchingIds(
  db: Context["db"],
  table: typeof accounts | typeof accountRequests,
  search: string,
): Promise<number[] | null> {
  if (!search) return null;
  const { id, name, brokerage, license, email, username } = table;
  const people = await db.select({ id, name, brokerage, license, email, username }).from(table as typeof accounts);
  return people.filter(({ id: _, ...texts }) => matchesWords(Object.values(texts).join("\n"), search))
    .map((person) => person.id);
}

/** In a list of ids, however long. */
export const among = (column: SQLiteColumn, ids: readonly number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
