/** The longest a transaction may last, in milliseconds: a libSQL server takes one away at 5 seconds. */
export const TRANSACTION_LIMIT_MS = 4_000;

/** A transaction lasted longer than its limit: it was rolled back and the next writer went ahead. */
export class TransactionCutError extends Error {
  override name = "TransactionCutError";

  /** `limitMs`: the limit that was passed, in milliseconds. */
  constructor(limitMs: number) {
    super(`The transaction lasted longer than ${limitMs / 1000} seconds and was rolled back.`);
  }
}

/** The database was used in a way that could lose or misorder data; the sentence says what to do instead. */
export class DatabaseUseError extends Error {
  override name = "DatabaseUseError";
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

/** The libSQL server cannot be reached, or left a question without an answer. A write that met this may have been kept. */
export class DatabaseAwayError extends Error {
  override name = "DatabaseAwayError";

  /** `ms`: how long its answer was waited for. */
  static after(ms: number): DatabaseAwayError {
    return new DatabaseAwayError(`The database did not answer within ${ms / 1000} seconds.`);
  }
}

/** True where the error, or what caused it, is that the libSQL server is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    if (e instanceof DatabaseAwayError) return true;
  }
  return errorCode(error) === "HRANA_WEBSOCKET_ERROR";
}

/** The `code` of an error or of what caused it ("SQLITE_BUSY", "STREAM_EXPIRED", ...); "" where there is none. */
export function errorCode(error: unknown): string {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}

/** True where another connection held the lock, so that nothing was done and the same work may be tried again. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error));
}

/** True where a unique index or another constraint refused the row. Drizzle's wrapping is looked through. */
export function isConstraintViolation(error: unknown): boolean {
  return errorCode(error).startsWith("SQLITE_CONSTRAINT");
}
