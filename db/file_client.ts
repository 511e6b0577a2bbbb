import { type Client, createClient, type InArgs, type InStatement, type Transaction } from "@libsql/client";
import { pathToFileURL } from "node:url";
import { databasePath } from "./database_path.ts";
import { DatabaseUseError, TRANSACTION_LIMIT_MS } from "./errors.ts";
import { lockDatabaseFile, type ProcessLock } from "./process_lock.ts";
import { BUSY_WAIT_MS, untilNotBusy } from "./retry.ts";
import { refuseInsideTransaction, requireScope } from "./scope.ts";
import { Semaphore } from "./semaphore.ts";
import { type BatchStatement, isRead } from "./statements.ts";
import { guardTransaction } from "./transaction_guard.ts";

const SHARED_SETUP = "pragma busy_timeout = 0; pragma cache_size = -20000; pragma temp_store = memory;";
const WRITER_SETUP = `${SHARED_SETUP} pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;`;
const READER_SETUP = `${SHARED_SETUP} pragma query_only = on;`;

/** Waits and limits of a client, in milliseconds; tests shorten them. */
export interface ClientLimits {
  busyWaitMs?: number;
  transactionLimitMs?: number;
  /** How long a libSQL server may take to answer; a file has no such limit. */
  answerMs?: number;
}

/**
 * One connection that renews itself. A connection that met SQLITE_BUSY keeps the statement pending: its later writes
 * answer well and never commit. So after any error it is replaced before anything else runs on it.
 */
class Connection {
  readonly client: Client;
  readonly turns = new Semaphore();
  #setup: string;
  #spoilt = true;

  constructor(url: string, setup: string) {
    this.client = createClient({ url, concurrency: 1, timeout: 0 });
    this.#setup = setup;
  }

  /** Marks the connection for replacement. */
  spoil(): void {
    this.#spoilt = true;
  }

  /** Runs `work` on a sound connection. The caller holds the turn: nothing else may use the connection meanwhile. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      if (this.#spoilt) {
        await this.client.reconnect();
        await this.client.executeMultiple(this.#setup);
        this.#spoilt = false;
      }
      return await work(this.client);
    } catch (error) {
      this.#spoilt = true;
      throw error;
    }
  }
}

class FileClient implements Client {
  readonly protocol = "file";
  closed = false;
  #writer: Connection;
  #reader: Connection;
  #lock: ProcessLock;
  #busyWaitMs: number;
  #transactionLimitMs: number;

  constructor(path: string, lock: ProcessLock, limits: ClientLimits) {
    const url = pathToFileURL(path).href;
    this.#writer = new Connection(url, WRITER_SETUP);
    this.#reader = new Connection(url, READER_SETUP);
    this.#lock = lock;
    this.#busyWaitMs = limits.busyWaitMs ?? BUSY_WAIT_MS;
    this.#transactionLimitMs = limits.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  }

  /** Opens both connections, so that a file that cannot be used is known at start. */
  async start(): Promise<void> {
    await this.#write((client) => client.execute("select count(*) from sqlite_schema"));
    await this.#read((client) => client.execute("select count(*) from sqlite_schema"));
  }

  execute(statement: InStatement | string, args?: InArgs) {
    const one = typeof statement === "string" ? { sql: statement, args: args ?? [] } : statement;
    return isRead(one) ? this.#read((c) => c.execute(one)) : this.#write((c) => c.execute(one));
  }

  /** All or nothing. Any write among the statements makes it a write transaction, whatever the mode says. */
  batch(statements: BatchStatement[]) {
    const all = statements as InStatement[];
    return all.every(isRead) ? this.#read((c) => c.batch(all, "deferred")) : this.#write((c) => c.batch(all, "write"));
  }

  /** All or nothing, with foreign keys off meanwhile. */
  migrate(statements: InStatement[]) {
    return this.#write((client) => client.migrate(statements));
  }

  /** All or nothing, so that it can be tried again: pragmas that need to be outside a transaction do nothing here. */
  executeMultiple(sql: string) {
    return this.#write(async (client) => {
      const tx = await client.transaction("write");
      try {
        await tx.executeMultiple(sql);
        await tx.commit();
      } finally {
        tx.close();
      }
    });
  }

  async transaction(): Promise<Transaction> {
    const scope = requireScope();
    const release = await this.#writer.turns.acquire();
    try {
      const tx = await this.#attempt(this.#writer, (client) => client.transaction("write"));
      return guardTransaction(tx, {
        limitMs: this.#transactionLimitMs,
        onCut: (error) => scope.cut(error),
        onFailure: () => this.#writer.spoil(),
        onEnd: release,
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

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#reader.client.close();
    this.#writer.client.close();
    this.#lock.release();
  }

  #attempt<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
    return untilNotBusy(() => {
      if (this.closed) throw new DatabaseUseError("The database is closed.");
      return connection.use(work);
    }, this.#busyWaitMs);
  }

  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async #write<T>(work: (client: Client) => Promise<T>): Promise<T> {
    refuseInsideTransaction();
    return this.#writer.turns.run(() => this.#attempt(this.#writer, work));
  }

  // deno-lint-ignore require-await -- async turns the refusal into a rejection
  async #read<T>(work: (client: Client) => Promise<T>): Promise<T> {
    refuseInsideTransaction();
    return this.#reader.turns.run(() => this.#attempt(this.#reader, work));
  }
}

/**
 * Opens a database file for this process: one writer connection behind a queue, one connection that only reads.
 * Throws DatabaseInUseError where another process (or another client of this one) holds the file.
 */
export async function openFileClient(url: string, limits: ClientLimits = {}): Promise<Client> {
  const path = databasePath(url);
  const lock = await lockDatabaseFile(path);
  try {
    // SQLite gives its companion files the rights of the main one: personal data, so the owner's alone.
    (await Deno.open(path, { create: true, write: true, mode: 0o600 })).close();
    const client = new FileClient(path, lock, limits);
    await client.start();
    return client;
  } catch (error) {
    lock.release();
    throw error;
  }
}
