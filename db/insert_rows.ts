import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * An INSERT that takes its rows as one value: the same short text however many there are, so it is built and prepared
 * once. `keys` name the columns that each row has, none of them a blob.
 */
export function insertRows<T extends SQLiteTable, K extends keyof T["$inferInsert"] & string>(
  table: T,
  keys: readonly K[],
): (rows: readonly Pick<T["$inferInsert"], K>[]) => SQL {
  const columns = getTableColumns(table);
  const names = keys.map((key) => `"${columns[key].name}"`), values = keys.map((_, at) => `value ->> ${at}`);
  const insert = `insert into "${getTableName(table)}" (${names.join(", ")}) select ${
    values.join(", ")
  } from json_each(`;
  return (rows) => sql`${sql.raw(insert)}${JSON.stringify(rows.map((row) => keys.map((key) => row[key] ?? null)))})`;
}
