import { DatabaseUnavailableError } from "./errors.ts";

/**
 * The result of `ask`, whose signal aborts it after `ms` milliseconds without an answer: it would otherwise keep its
 * place in the queue. Throws DatabaseUnavailableError for that, and for a failed connection.
 */
export async function withResponseTimeout<T>(ms: number, ask: (silent: AbortSignal) => Promise<T>): Promise<T> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(DatabaseUnavailableError.after(ms)), ms);
  try {
    return await ask(silent.signal);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DatabaseUnavailableError("The database cannot be reached.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
