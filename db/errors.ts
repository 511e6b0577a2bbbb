/** Maximum duration of a transaction, in milliseconds: a libSQL server ends one at 5 seconds. */
export const TRANSACTION_LIMIT_MS = 4_000;

/** A transaction exceeded its time limit: it was rolled back and the next writer continued. */
export class TransactionTimeoutError extends Error {
  override name = "TransactionTimeoutError";

  /** `limitMs`: the limit, in milliseconds. */
  constructor(limitMs: number) {
    super(`The transaction lasted longer than ${limitMs / 1000} seconds and was rolled back.`);
  }
}

/** The database was used in a way that could lose or reorder data; the message says what to do instead. */
export class DatabaseUseError extends Error {
  override name = "DatabaseUseError";
}

/** A migration that the database refused, or making its derived data anew. `reason`: what SQLite said. */
export class MigrationError extends DatabaseUseError {
  override name = "MigrationError";

  constructor(readonly reason: string, cause: unknown) {
    super(
      `The database could not be brought to this version (${reason}). Nothing was changed: go on with the version that ` +
        "ran before, and report this.",
    );
    this.cause = cause;
  }
}

/** Another process holds the database file. */
export class DatabaseInUseError extends Error {
  override name = "DatabaseInUseError";

  /** `path`: the database file. */
  constructor(path: string) {
    super(
      `Another process already uses the database file ${path}. One file serves one process: stop the other one, ` +
        "or start a libSQL server and let every process use it (DATABASE_URL=http://host:port).",
    );
  }
}

/** The libSQL server is unreachable or did not respond. A write that met this may have been committed. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";

  /** `ms`: the timeout, in milliseconds. */
  static after(ms: number): DatabaseUnavailableError {
    return new DatabaseUnavailableError(`The database did not answer within ${ms / 1000} seconds.`);
  }
}

/**
 * Codes of a libSQL server that is down, was restarted (it knows no stream, "invalid baton"), or is behind a proxy that
 * answers instead.
 */
const UNAVAILABLE = /^(HRANA_(WEBSOCKET|CLOSED|PROTO)_ERROR|SERVER_ERROR|STREAM_(EXPIRED|CLOSED))$/;

/** True where the error, or one of its causes, is that the libSQL server is unavailable or lost our transaction. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    if (e instanceof DatabaseUnavailableError) return true;
  }
  return UNAVAILABLE.test(errorCode(error));
}

/** The `code` of an error or one of its causes ("SQLITE_BUSY", "STREAM_EXPIRED", ...); "" where there is none. */
export function errorCode(error: unknown): string {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}

/** True where SQLite refused a statement for what it says, or for the rows there are: the database itself is well. */
export const isStatementRefused = (error: unknown): boolean =>
  /^(SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|UNKNOWN)|SQL_)/.test(errorCode(error));

/** True where another connection held the lock: nothing was done and a retry is safe. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error));
}

/** True where a constraint refused the row. Looks through Drizzle's wrapper error. */
export function isConstraintViolation(error: unknown): boolean {
  return errorCode(error).startsWith("SQLITE_CONSTRAINT");
}
