import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

const whole = (_key: string, value: unknown) => typeof value === "string" ? value.toWellFormed() : value;

/**
 * JSON whose texts SQL takes apart. Half of a surrogate pair becomes U+FFFD: it would be stored as what is no text, and
 * the client ends the process that reads one.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? JSON.stringify(value, whole) : text;
}

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
  return (rows) => sql`${sql.raw(insert)}${jsonText(rows.map((row) => keys.map((key) => row[key] ?? null)))})`;
}
