import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  LibsqlError,
  type Transaction,
} from "@libsql/client/web";
import { withResponseTimeout } from "./response_timeout.ts";
import { DatabaseUnavailableError, errorCode, isBusy, isDatabaseUnavailable, TRANSACTION_LIMIT_MS } from "./errors.ts";
import type { ClientLimits } from "./file_client.ts";
import { batchReads } from "./read_batches.ts";
import { openReader, type Reader } from "./remote_reader.ts";
import { BUSY_WAIT_MS, untilNotBusy, withTimeout } from "./retry.ts";
import { outsideScopes, refuseInsideTransaction, requireScope } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import { MAKE_VERSION, RAISE_VERSION, SharedVersion } from "./shared_version.ts";
import { type BatchStatement, isRead, plain, wellFormed } from "./statements.ts";
import { guardTransaction } from "./transaction_guard.ts";

/** Timeout of the server's responses, in milliseconds; then it counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Timeout of a transaction's turn, in milliseconds. Earlier ones time out themselves, so the queue moves. */
const QUEUE_TIMEOUT_MS = 30_000;

/** Maximum concurrent statements outside of transactions. */
const MAX_CONCURRENT = 20;

/** Fetch that reads the whole answer within a timeout. */
const fetchInTime = (ms: number) => (request: Request): Promise<Response> =>
  withResponseTimeout(ms, async (signal) => {
    const response = await fetch(request, { signal });
    return new Response(await response.arrayBuffer(), response);
  });

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
  #before: InStatement[];
  closed = false;

  /** `before` is sent with the first statement. */
  constructor(open: () => Promise<Transaction>, busyWaitMs: number, before: InStatement[]) {
    this.#open = open;
    this.#busyWaitMs = busyWaitMs;
    this.#before = before;
  }

  async execute(statement: InStatement) {
    return (await this.batch([statement]))[0];
  }

  batch(statements: InStatement[]) {
    const all = statements.map(wellFormed);
    return this.#run(async (tx, before) => (await tx.batch([...before, ...all])).slice(before.length));
  }

  executeMultiple(sql: string) {
    return this.#run(async (tx, before) => {
      if (before.length > 0) await tx.batch(before);
      await tx.executeMultiple(sql);
    });
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

  async #run<T>(work: (tx: Transaction, before: InStatement[]) => Promise<T>): Promise<T> {
    if (this.#started) {
      await this.#started;
      return await work(this.#tx!, []);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#started = promise;
    const retriable = (error: unknown) => !this.closed && (this.#tx?.closed ?? true) && isReadRetriable(error);
    try {
      return await untilNotBusy(
        async () => {
          this.#tx = await this.#open();
          if (this.closed) this.#tx.close();
          return await work(this.#tx, this.#before);
        },
        this.#busyWaitMs,
        retriable,
      );
    } finally {
      resolve();
    }
  }
}

/** A client of a server that other processes write to as well. */
export interface RemoteClient extends Client {
  /** Raises the version with every write from now on, and reads it with every read. The tables must be there. */
  keepVersion(): Promise<void>;
  /** The version of the data as read last; undefined where it is not kept. */
  readonly version: string | undefined;
}

/** Opens a client of a libSQL server (`http:`, `https:`, `libsql:`, `ws:`, `wss:`). Connects on first use. */
export function openRemoteClient(url: string, authToken?: string, limits: ClientLimits = {}): RemoteClient {
  const timeoutMs = limits.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  const busyWaitMs = limits.busyWaitMs ?? BUSY_WAIT_MS;
  const limitMs = limits.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  const places = new Semaphore(MAX_CONCURRENT);
  const transactions = new Semaphore();
  const client = createClient({ url, authToken, concurrency: MAX_CONCURRENT * 2, fetch: fetchInTime(timeoutMs) });

  /**
   * One timeout for the wait in the queue, one for the answer: what timed out in the queue is never sent.
   */
  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async function run<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
    refuseInsideTransaction();
    if (client.closed) throw new LibsqlError("The client is closed.", "CLIENT_CLOSED");
    const attempt = () => withTimeout(work(), timeoutMs, () => DatabaseUnavailableError.after(timeoutMs));
    return places.run(() => untilNotBusy(attempt, busyWaitMs, reads ? isReadRetriable : isBusy), timeoutMs);
  }

  const version = new SharedVersion();
  const send = async (all: InStatement[], mode: "deferred" | "write") =>
    all.length === 1 ? [await client.execute(all[0])] : await client.batch(all, mode);
  // A WebSocket has no streams to be kept: the client opens one for each read there.
  const reader: Reader = client.protocol === "http"
    ? openReader(url, authToken, timeoutMs)
    : (all) => send(all, "deferred");
  const readAll = (statements: InStatement[]) =>
    outsideScopes(() => run(() => version.read(statements, (all) => reader(all, statements.length > 1)), true));
  const read = batchReads(readAll, (error) => !isBusy(error) && !isDatabaseUnavailable(error));
  const writeAll = (statements: InStatement[]) =>
    run(() => version.write(statements, (all) => send(all, "write")), false);

  return {
    protocol: client.protocol,
    async keepVersion() {
      await writeAll([MAKE_VERSION]);
      version.kept = true;
    },
    get version() {
      return version.seen;
    },
    get closed() {
      return client.closed;
    },
    async execute(statement: InStatement | string, args?: InArgs) {
      refuseInsideTransaction();
      const one = wellFormed(plain(statement, args));
      return isRead(one) ? await read(one) : (await writeAll([one]))[0];
    },
    async batch(statements: BatchStatement[]) {
      refuseInsideTransaction();
      const all = statements.map(wellFormed);
      return all.every(isRead) ? await readAll(all) : await writeAll(all);
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
      return guardTransaction(
        new LazyTransaction(() => client.transaction("write"), busyWaitMs, version.kept ? [RAISE_VERSION] : []),
        {
          limitMs,
          onCut: (error) => scope.cut(error),
          onFailure: () => {},
          onEnd: release,
        },
      );
    },
    sync: () => client.sync(),
    reconnect: () => client.reconnect(),
    close: () => client.close(),
  };
}
