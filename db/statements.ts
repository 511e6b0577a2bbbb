import type { InArgs, InStatement } from "@libsql/client";

/** A statement as `batch` takes it: text, text with arguments, or both in an object. */
export type BatchStatement = InStatement | [sql: string, args?: unknown];

/** A statement in one shape. */
export interface PlainStatement {
  sql: string;
  args?: InArgs;
}

/** A statement of the client's in one shape; `args` belong to a text. */
export const plain = (statement: InStatement, args?: InArgs): PlainStatement =>
  typeof statement === "string" ? { sql: statement, args } : statement;

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

const DATA_ONLY = /^\s*(select|explain|values|with|insert|update|delete|replace|savepoint|release|rollback|$)/i;

/** True where a text of one or several statements may change the schema. In doubt it answers true. */
export const changesSchema = (sql: string): boolean => sql.split(";").some((one) => !DATA_ONLY.test(one));

/** True where the same read gives the same answer until something is written: it asks for no chance, clock or state. */
export const isRepeatable = (sql: string): boolean =>
  !/random|'now'|current_|pragma|changes\(|_rowid\(|^\s*explain/i.test(sql);
