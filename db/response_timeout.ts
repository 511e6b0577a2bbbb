import { DatabaseUnavailableError } from "./errors.ts";

/**
 * What `ask` gets of the server with the signal that it is handed, which aborts a silent connection after `ms`
 * milliseconds: it would otherwise block a place in the queue. Throws DatabaseUnavailableError where there is none.
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
