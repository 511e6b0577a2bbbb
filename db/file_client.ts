import type { Client, InArgs, InStatement, ResultSet, Transaction } from "@libsql/client";
import { LRUCache } from "lru-cache";
import { inTurn } from "./event_loop.ts";
import { Checkpoints } from "./checkpoints.ts";
import { Connection } from "./connection.ts";
import { databasePath } from "./database_path.ts";
import { DatabaseUseError, isBusy, TRANSACTION_LIMIT_MS } from "./errors.ts";
import { FileTransaction } from "./file_transaction.ts";
import { lockDatabaseFile, type ProcessLock } from "./process_lock.ts";
import { BUSY_WAIT_MS, untilNotBusy } from "./retry.ts";
import { refuseInsideTransaction, requireScope } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import {
  type BatchStatement,
  changesSchema,
  isExplain,
  isRead,
  isRepeatable,
  plain,
  type PlainStatement,
} from "./statements.ts";
import { guardTransaction } from "./transaction_guard.ts";

const SHARED_SETUP = "pragma busy_timeout = 0; pragma cache_size = -20000; pragma temp_store = memory;";
/**
 * `Checkpoints` moves the write-ahead log into the database. Where it cannot follow, a commit does that itself once the
 * log has 60,000 pages.
 */
const LOG = "pragma journal_mode = wal; pragma wal_autocheckpoint = 60000";
const WRITER_SETUP = `${SHARED_SETUP} ${LOG}; pragma foreign_keys = on;`;
const READER_SETUP = `${SHARED_SETUP} pragma query_only = on;`;

/** Timeouts and limits of a client, in milliseconds; tests shorten them. */
export interface ClientLimits {
  busyWaitMs?: number;
  transactionLimitMs?: number;
  /** Timeout of a libSQL server's responses; does not apply to files. */
  responseTimeoutMs?: number;
}

/** Approximate size of the query cache in bytes; every write clears it. */
const CACHE_MAX_BYTES = 8_000_000;
/** Larger results are not cached: they would displace many small ones. */
const CACHE_MAX_ENTRY_BYTES = 200_000;
const CELL_BYTES = 16;

function bytesOf({ rows, columns }: ResultSet): number {
  let bytes = 100;
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) {
      const cell = row[i];
      bytes += CELL_BYTES + (typeof cell === "string" ? cell.length * 2 : 0);
    }
  }
  return bytes;
}

/** The cache key of a query; undefined where an argument has no JSON form. */
function keyOf({ sql, args = [] }: PlainStatement): string | undefined {
  const isCacheableArg = (arg: unknown) => arg === null || typeof arg === "string" || Number.isFinite(arg);
  return Array.isArray(args) && args.every(isCacheableArg) ? `${sql}\n${JSON.stringify(args)}` : undefined;
}

/** The client of a database file of this process. */
export class FileClient implements Client {
  readonly protocol = "file";
  closed = false;
  #writer: Connection;
  #reader: Connection;
  #checkpoints: Checkpoints;
  #writes = new Semaphore();
  #version = 0;
  #answers = new LRUCache<string, ResultSet>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: CACHE_MAX_ENTRY_BYTES,
    sizeCalculation: bytesOf,
  });
  #lock: ProcessLock;
  #busyWaitMs: number;
  #transactionLimitMs: number;

  constructor(path: string, lock: ProcessLock, limits: ClientLimits) {
    this.#writer = new Connection(path, WRITER_SETUP);
    this.#reader = new Connection(path, READER_SETUP);
    this.#checkpoints = new Checkpoints(path, this.#writes);
    this.#lock = lock;
    this.#busyWaitMs = limits.busyWaitMs ?? BUSY_WAIT_MS;
    this.#transactionLimitMs = limits.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  }

  /** Changes with every write: data derived from one version is current while it stays the same. */
  get version(): number {
    return this.#version;
  }

  /** Opens both connections, so that an unusable file fails at start. */
  async start(): Promise<void> {
    const some = { sql: "select count(*) from sqlite_schema" };
    await this.#write(some.sql, (writer) => writer.execute(some));
    await this.#read((reader) => reader.execute(some));
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    const one = plain(statement, args);
    if (!this.#reader.hasPrepared(one.sql) && !isRead(one)) {
      return this.#write(one.sql, (writer) => writer.execute(one));
    }
    const key = keyOf(one);
    return this.#read((reader) => {
      const known = key === undefined ? undefined : this.#answers.get(key);
      if (known) return known;
      const result = reader.execute(one);
      // A run EXPLAIN stays pending: its connection would read what stood there when it ran, for ever.
      if (isExplain(one.sql)) reader.markBroken();
      if (key !== undefined && isRepeatable(one.sql)) this.#answers.set(key, result);
      return result;
    });
  }

  /** Atomic. Any write among the statements makes it a write transaction, whatever the mode. */
  batch(statements: BatchStatement[]): Promise<ResultSet[]> {
    const all = plainOf(statements);
    if (all.every(isRead)) return this.#read((reader) => reader.runInTransaction("deferred", all));
    return this.#write(textOf(all), (writer) => writer.runInTransaction("immediate", all));
  }

  /**
   * A batch whose commit does not wait for the disk, which takes as long as ten of its rows. The end of this process
   * loses nothing of it; a power failure may, until the next write that waits, or the log's next move.
   */
  batchUnsynced(statements: BatchStatement[]): Promise<ResultSet[]> {
    const all = plainOf(statements);
    return this.#write(textOf(all), (writer) => writer.runInTransaction("immediate", all), false);
  }

  /** Atomic, with foreign keys off meanwhile. Reports after each statement how many are done. */
  migrate(statements: InStatement[], onStep?: (done: number) => void): Promise<ResultSet[]> {
    const all = statements.map((one) => plain(one));
    return this.#write(textOf(all), (writer) => {
      // These pragmas have no effect in a transaction; reopening after an error restores them.
      writer.executeMultiple("pragma foreign_keys = off");
      const results = writer.runInTransaction("immediate", all, onStep);
      writer.executeMultiple("pragma foreign_keys = on");
      return results;
    });
  }

  /** Atomic, so that it can be retried; pragmas that must be outside of a transaction have no effect. */
  executeMultiple(sql: string): Promise<void> {
    return this.#write(sql, (writer) => {
      writer.execute({ sql: "begin immediate" });
      writer.executeMultiple(sql);
      writer.execute({ sql: "commit" });
    });
  }

  async transaction(): Promise<Transaction> {
    const scope = requireScope(), asked = performance.now();
    const release = await this.#writes.acquire();
    try {
      await this.#attempt(this.#writer, (writer) => {
        writer.waitForDisk(true);
        writer.execute({ sql: "begin immediate" });
      }, asked);
      const tx = new FileTransaction(this.#writer);
      return guardTransaction(tx, {
        limitMs: this.#transactionLimitMs,
        onCut: (error) => scope.cut(error),
        onFailure: () => this.#writer.markBroken(),
        onEnd: () => {
          if (tx.written) this.#changed(tx.written);
          release();
        },
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  sync(): never {
    throw new DatabaseUseError("A database file of this process has nothing to sync with.");
  }

  reconnect(): never {
    throw new DatabaseUseError("The client renews its connections by itself.");
  }

  /** Moves the log into the file and empties it, before a stop: the file alone is then a complete copy. */
  async makeWhole(): Promise<void> {
    await this.#checkpoints.stop();
    await this.execute("pragma wal_checkpoint(truncate)");
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#reader.close();
    this.#writer.close();
    this.#checkpoints.close();
    this.#lock.release();
  }

  /** Clears the query cache after a write; `sql` is what was written. */
  #changed(sql: string): void {
    this.#version++;
    this.#answers.clear();
    this.#checkpoints.committed();
    if (!changesSchema(sql)) return;
    this.#reader.clearStatements();
    this.#writer.clearStatements();
  }

  /**
   * `asked`: since when it waits, its turn in the queue included: else, while another process holds the file, each of
   * many writes would wait anew, and the last one for minutes.
   */
  #attempt<T>(connection: Connection, work: (connection: Connection) => T, asked?: number): Promise<T> {
    // deno-lint-ignore require-await -- async turns an error into a rejection
    const attempt = async () => {
      if (this.closed) throw new DatabaseUseError("The database is closed.");
      return connection.use(work);
    };
    return inTurn(() => untilNotBusy(attempt, this.#busyWaitMs, isBusy, asked));
  }

  /** `waits`: its commit waits for the disk. */
  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async #write<T>(sql: string, work: (connection: Connection) => T, waits = true): Promise<T> {
    refuseInsideTransaction();
    const asked = performance.now();
    return this.#writes.run(() =>
      this.#attempt(this.#writer, (writer) => {
        try {
          writer.waitForDisk(waits);
          return work(writer);
        } finally {
          this.#changed(sql);
        }
      }, asked)
    );
  }

  /** Reads are synchronous, so the reader needs no queue. */
  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async #read<T>(work: (connection: Connection) => T): Promise<T> {
    refuseInsideTransaction();
    return this.#attempt(this.#reader, work);
  }
}

const plainOf = (statements: readonly BatchStatement[]): PlainStatement[] =>
  statements.map((one) => Array.isArray(one) ? plain(one[0], one[1] as InArgs) : plain(one));

const textOf = (statements: readonly PlainStatement[]): string => statements.map(({ sql }) => sql).join(";\n");

/**
 * SQLite gives its companion files the main file's permissions: personal data, so owner only. A file that is there is
 * not opened: its closing would end this process's locks on it, and another process's end then removes the log in use.
 */
async function makeFile(path: string): Promise<void> {
  if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return;
  (await Deno.open(path, { create: true, write: true, mode: 0o600 })).close();
}

/**
 * Opens a database file for this process: a writer behind a queue, and a read-only connection. Throws
 * DatabaseInUseError where another process (or another client of this one) holds the file.
 */
export async function openFileClient(url: string, limits: ClientLimits = {}): Promise<FileClient> {
  const path = databasePath(url);
  const lock = await lockDatabaseFile(path);
  try {
    await makeFile(path);
    const client = new FileClient(path, lock, limits);
    await client.start();
    return client;
  } catch (error) {
    lock.release();
    throw error;
  }
}
