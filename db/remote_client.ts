import { type Client, createClient, type InArgs, type InStatement, type Transaction } from "@libsql/client";
import { DatabaseAwayError, errorCode, isBusy, TRANSACTION_LIMIT_MS } from "./errors.ts";
import type { ClientLimits } from "./file_client.ts";
import { BUSY_WAIT_MS, untilNotBusy, within } from "./retry.ts";
import { refuseInsideTransaction, requireScope } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import { type BatchStatement, isRead } from "./statements.ts";
import { guardTransaction } from "./transaction_guard.ts";

/** How long the server may take to answer, in milliseconds. Who asks then hears that it is away. */
const ANSWER_MS = 10_000;

/** How long a transaction may wait for its turn, in milliseconds. Those before it are cut in time, so the line moves. */
const TURN_MS = 30_000;

/** How many statements outside transactions may be on their way at once. */
const AT_ONCE = 20;

/** Asks over HTTP, and lets go of a connection that stays silent: what waits for it would fill the places of all others. */
const fetchWithin = (ms: number) => async (request: Request): Promise<Response> => {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(DatabaseAwayError.after(ms)), ms);
  try {
    const answer = await fetch(request, { signal: silent.signal });
    return new Response(await answer.arrayBuffer(), answer);
  } catch (error) {
    if (error instanceof DatabaseAwayError) throw error;
    throw new DatabaseAwayError("The database cannot be reached.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/**
 * After what a read, or the first statement of a transaction, may be tried again: the server was busy or took the
 * stream away. A write by itself may only be where the server says that the lock was held, or it could run twice.
 */
const isReadRetriable = (error: unknown) =>
  isBusy(error) || /^(STREAM_EXPIRED|STREAM_CLOSED|HRANA_CLOSED_ERROR|TRANSACTION_BUSY)$/.test(errorCode(error));

/**
 * A transaction whose BEGIN travels with its first statement. Where that fails as busy or with a lost stream, nothing
 * has been done, and the first statement is tried again in a new one.
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

/** Opens a client of a libSQL server (`http:`, `https:`, `libsql:`, `ws:`, `wss:`). It connects at its first use. */
export function openRemoteClient(url: string, authToken?: string, limits: ClientLimits = {}): Client {
  const answerMs = limits.answerMs ?? ANSWER_MS;
  const busyWaitMs = limits.busyWaitMs ?? BUSY_WAIT_MS;
  const limitMs = limits.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  const places = new Semaphore(AT_ONCE);
  const transactions = new Semaphore();
  const client = createClient({ url, authToken, concurrency: AT_ONCE * 2, fetch: fetchWithin(answerMs) });

  /** A place and an answer, each in its time: what nobody waits for any more is not sent, and nothing is sent again. */
  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async function run<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
    refuseInsideTransaction();
    const answered = () => within(answerMs, work(), () => DatabaseAwayError.after(answerMs));
    return places.run(() => untilNotBusy(answered, busyWaitMs, reads ? isReadRetriable : isBusy), answerMs);
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
    // It takes as long as the tables are large, so it has a client that waits.
    async migrate(statements) {
      refuseInsideTransaction();
      const patient = createClient({ url, authToken });
      try {
        return await untilNotBusy(() => patient.migrate(statements), busyWaitMs);
      } finally {
        patient.close();
      }
    },
    // Not in a transaction of its own, so it is not tried again.
    async executeMultiple(sql) {
      refuseInsideTransaction();
      await client.executeMultiple(sql);
    },
    // The server takes one write transaction at a time; waiting here keeps the turns fair and the waits off its clock.
    async transaction() {
      const scope = requireScope();
      const release = await transactions.acquire(TURN_MS);
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
