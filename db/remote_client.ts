import { type Client, createClient, type InArgs, type InStatement, type Transaction } from "@libsql/client/web";
import { DatabaseUnavailableError, errorCode, isBusy, TRANSACTION_LIMIT_MS } from "./errors.ts";
import type { ClientLimits } from "./file_client.ts";
import { BUSY_WAIT_MS, untilNotBusy, withTimeout } from "./retry.ts";
import { refuseInsideTransaction, requireScope } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import { type BatchStatement, isRead } from "./statements.ts";
import { guardTransaction } from "./transaction_guard.ts";

/** Timeout of the server's responses, in milliseconds; then it counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Timeout of a transaction's turn, in milliseconds. Earlier ones time out themselves, so the queue moves. */
const QUEUE_TIMEOUT_MS = 30_000;

/** Maximum concurrent statements outside of transactions. */
const MAX_CONCURRENT = 20;

/** Fetch that aborts a silent connection, which would otherwise block a place in the queue. */
const fetchWithTimeout = (ms: number) => async (request: Request): Promise<Response> => {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(DatabaseUnavailableError.after(ms)), ms);
  try {
    const answer = await fetch(request, { signal: silent.signal });
    return new Response(await answer.arrayBuffer(), answer);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DatabaseUnavailableError("The database cannot be reached.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/**
 * True where a read, or a transaction's first statement, may be retried: server busy or stream lost. A single write may
 * be retried only where the server reports a held lock; otherwise it could run twice.
 */
const isReadRetriable = (error: unknown) =>
  isBusy(error) || /^(STREAM_EXPIRED|STREAM_CLOSED|HRANA_CLOSED_ERROR|TRANSACTION_BUSY)$/.test(errorCode(error));

/**
 * A transaction whose BEGIN is sent with its first statement. Where that fails as busy or with a lost stream, nothing
 * was done, and the statement is retried in a new one.
 */
class LazyTransaction implements Transaction {
  #open: () => Promise<Transaction>;
  #tx: Transaction | undefined;
  #started: Promise<void> | undefined;
  #busyWaitMs: number;
  closed = false;

  constructor(open: () => Promise<Transaction>, busyWaitMs: number) {
    this.#open = open;
    this.#busyWaitMs = busyWaitMs;
  }

  execute(statement: InStatement) {
    return this.#run((tx) => tx.execute(statement));
  }

  batch(statements: InStatement[]) {
    return this.#run((tx) => tx.batch(statements));
  }

  executeMultiple(sql: string) {
    return this.#run((tx) => tx.executeMultiple(sql));
  }

  async commit() {
    try {
      await this.#tx?.commit();
    } finally {
      this.closed = true;
    }
  }

  async rollback() {
    this.closed = true;
    await this.#tx?.rollback();
  }

  close() {
    this.closed = true;
    this.#tx?.close();
  }

  async #run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#started) {
      await this.#started;
      return await work(this.#tx!);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#started = promise;
    const retriable = (error: unknown) => !this.closed && (this.#tx?.closed ?? true) && isReadRetriable(error);
    try {
      return await untilNotBusy(
        async () => {
          this.#tx = await this.#open();
          if (this.closed) this.#tx.close();
          return await work(this.#tx);
        },
        this.#busyWaitMs,
        retriable,
      );
    } finally {
      resolve();
    }
  }
}

/** Opens a client of a libSQL server (`http:`, `https:`, `libsql:`, `ws:`, `wss:`). Connects on first use. */
export function openRemoteClient(url: string, authToken?: string, limits: ClientLimits = {}): Client {
  const timeoutMs = limits.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  const busyWaitMs = limits.busyWaitMs ?? BUSY_WAIT_MS;
  const limitMs = limits.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  const places = new Semaphore(MAX_CONCURRENT);
  const transactions = new Semaphore();
  const client = createClient({ url, authToken, concurrency: MAX_CONCURRENT * 2, fetch: fetchWithTimeout(timeoutMs) });

  /** A place and an answer, each in its time: what nobody waits for any more is not sent, and nothing is sent again. */
  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async function run<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
    refuseInsideTransaction();
    const answered = () => withTimeout(work(), timeoutMs, () => DatabaseUnavailableError.after(timeoutMs));
    return places.run(() => untilNotBusy(answered, busyWaitMs, reads ? isReadRetriable : isBusy), timeoutMs);
  }

  return {
    protocol: client.protocol,
    get closed() {
      return client.closed;
    },
    execute(statement: InStatement | string, args?: InArgs) {
      const one = typeof statement === "string" ? { sql: statement, args: args ?? [] } : statement;
      return run(() => client.execute(one), isRead(one));
    },
    batch(statements: BatchStatement[]) {
      const all = statements as InStatement[];
      const reads = all.every(isRead);
      return run(() => client.batch(all, reads ? "deferred" : "write"), reads);
    },
    // Takes time in proportion to the tables, so it has a client without a timeout.
    async migrate(statements) {
      refuseInsideTransaction();
      const patient = createClient({ url, authToken });
      try {
        return await untilNotBusy(() => patient.migrate(statements), busyWaitMs);
      } finally {
        patient.close();
      }
    },
    // Not in a transaction of its own, so it is not retried.
    async executeMultiple(sql) {
      refuseInsideTransaction();
      await client.executeMultiple(sql);
    },
    // The server takes one write transaction at a time; waiting here keeps turns fair and within its time limit.
    async transaction() {
      const scope = requireScope();
      const release = await transactions.acquire(QUEUE_TIMEOUT_MS);
      return guardTransaction(new LazyTransaction(() => client.transaction("write"), busyWaitMs), {
        limitMs,
        onCut: (error) => scope.cut(error),
        onFailure: () => {},
        onEnd: release,
      });
    },
    sync: () => client.sync(),
    reconnect: () => client.reconnect(),
    close: () => client.close(),
  };
}
