import type { InStatement } from "@libsql/client";

/** A statement as `batch` takes it: text, text with arguments, or both in an object. */
export type BatchStatement = InStatement | [sql: string, args?: unknown];

/** The SQL text of a statement in any of the client's shapes. */
export function sqlText(statement: BatchStatement): string {
  if (typeof statement === "string") return statement;
  return Array.isArray(statement) ? statement[0] : statement.sql;
}

/**
 * True where the statement only reads. In doubt it answers false: a read sent to the writer is merely slower,
 * and a write sent to the reader would be refused by SQLite.
 */
export function isRead(statement: BatchStatement): boolean {
  const sql = sqlText(statement);
  if (/^\s*(select|explain|values)\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
}
