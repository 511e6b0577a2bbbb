import type { InArgs, InStatement, InValue } from "@libsql/client";

/** A statement as `batch` accepts it: text, text with arguments, or an object of both. */
export type BatchStatement = InStatement | [sql: string, args?: unknown];

/** A statement in normal form. */
export interface PlainStatement {
  sql: string;
  args?: InArgs;
}

/** A statement of the client in normal form; `args` belong to a text. */
export const plain = (statement: InStatement, args?: InArgs): PlainStatement =>
  typeof statement === "string" ? { sql: statement, args } : statement;

/** True for a text with half of a surrogate pair. */
const isHalved = (value: unknown): value is string => typeof value === "string" && !value.isWellFormed();
const whole = (value: InValue): InValue => isHalved(value) ? value.toWellFormed() : value;

/**
 * The statement with its texts as a database file keeps them: half of a surrogate pair becomes U+FFFD. A libSQL server
 * refuses the whole request for it.
 */
export function wellFormed(statement: BatchStatement): InStatement {
  const { sql, args } = Array.isArray(statement) ? plain(statement[0], statement[1] as InArgs) : plain(statement);
  if (args === undefined) return sql;
  if (Array.isArray(args)) return args.some(isHalved) ? { sql, args: args.map(whole) } : { sql, args };
  return { sql, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, whole(value)])) };
}

/** The SQL of a statement in any of the client's forms. */
function sqlText(statement: BatchStatement): string {
  if (typeof statement === "string") return statement;
  return Array.isArray(statement) ? statement[0] : statement.sql;
}

/**
 * True where the statement only reads. False in doubt: a read on the writer is merely slower, a write on the reader
 * would fail.
 */
export function isRead(statement: BatchStatement): boolean {
  const sql = sqlText(statement);
  if (/^\s*(select|explain|values)\b/i.test(sql)) return true;
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b(?!\()/i.test(sql);
}

/** True where the statement asks how another would run. */
export const isExplain = (sql: string): boolean => /^\s*explain\b/i.test(sql);

const DATA_ONLY = /^\s*(select|explain|values|with|insert|update|delete|replace|savepoint|release|rollback|$)/i;

/** True where SQL of one or several statements may change the schema, and in doubt. */
export const changesSchema = (sql: string): boolean => sql.split(";").some((one) => !DATA_ONLY.test(one));

/** True where a read returns the same until something is written: no random values, clock or state. */
export const isRepeatable = (sql: string): boolean =>
  !/random|'now'|current_|pragma|changes\(|_rowid\(|^\s*explain/i.test(sql);
