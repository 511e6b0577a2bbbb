/** Reads that a request asks for in one turn of the event loop are sent together: a round trip for all of them. */
import type { InStatement, ResultSet } from "@libsql/client";
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";

const batches = new AsyncLocalStorage<object>();

/** Runs one request's work: its reads are never batched with another's, so a slow one delays nobody else's. */
export const withOwnBatch = <T>(work: () => T): T => batches.run({}, work);

/** Statements of one batch at most: the server holds the answers of all of them. */
const MOST = 40;

interface Waiting {
  statement: InStatement;
  resolve(result: ResultSet): void;
  reject(error: unknown): void;
}

/**
 * A reader that batches. `sendAll` rejects as a whole where one statement fails; where that is the statement's own
 * fault (`failsAlone`), each is sent by itself.
 */
export function batchReads(
  sendAll: (statements: InStatement[]) => Promise<ResultSet[]>,
  failsAlone: (error: unknown) => boolean,
): (statement: InStatement) => Promise<ResultSet> {
  /** The waiting reads of each request; those outside of any request share one list. */
  const waiting = new Map<object | undefined, Waiting[]>();

  async function send(batch: Waiting[]): Promise<void> {
    try {
      const results = await sendAll(batch.map(({ statement }) => statement));
      batch.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (batch.length > 1 && failsAlone(error)) await Promise.all(batch.map((each) => send([each])));
      else batch.forEach(({ reject }) => reject(error));
    }
  }

  return (statement: InStatement): Promise<ResultSet> => {
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    // Sent after this turn of the event loop has queued its other reads.
    const scope = batches.getStore();
    const batch = waiting.get(scope) ?? [];
    if (batch.length === 0) {
      waiting.set(scope, batch);
      setImmediate(() => {
        waiting.delete(scope);
        for (let at = 0; at < batch.length; at += MOST) void send(batch.slice(at, at + MOST));
      });
    }
    batch.push({ statement, resolve, reject });
    return promise;
  };
}
