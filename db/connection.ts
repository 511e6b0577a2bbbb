/** A connection to a database file with cached prepared statements; reopens itself after any error. */
import type { InArgs, InValue, ResultSet } from "@libsql/client";
import Database from "libsql";
import { LRUCache } from "lru-cache";
import { Buffer } from "node:buffer";
import { Result, type RowMaker, rowMaker } from "./result_set.ts";
import type { PlainStatement } from "./statements.ts";

/** Maximum prepared statements, more than the portal has. Preparing takes several times as long as running. */
const MAX_STATEMENTS = 500;
/** Longer SQL texts (inserts of many rows) are prepared each time. */
const MAX_CACHED_SQL_LENGTH = 20_000;

type Cell = string | number | bigint | Uint8Array | null;

interface NativeStatement {
  readonly reader: boolean;
  raw(on: boolean): void;
  safeIntegers(on: boolean): void;
  columns(): { name: string; type: string | null }[];
  all(args: unknown): Cell[][];
  run(args: unknown): { changes: number; lastInsertRowid: number | bigint };
}

/** A cell in the client's form. Throws RangeError for an integer beyond 2^53. */
function fromSql(cell: Cell): unknown {
  if (typeof cell === "bigint") {
    const value = Number(cell);
    if (!Number.isSafeInteger(value)) throw new RangeError("An integer of the database is too large for a number.");
    return value;
  }
  return cell instanceof Uint8Array ? new Uint8Array(cell).buffer : cell;
}

/** An argument in SQLite's form. Throws for unsupported types. */
function toSql(value: InValue | undefined): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError("Only finite numbers can be passed as arguments.");
  }
  if (value === undefined) throw new TypeError("undefined cannot be passed as an argument.");
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return value instanceof Date ? value.valueOf() : value;
}

function argsToSql(args: InArgs = []): unknown {
  if (Array.isArray(args)) return args.map(toSql);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ""), toSql(value)]));
}

/** A prepared statement with its constant data. */
class Statement {
  readonly #native: NativeStatement;
  readonly #hasRows: boolean;
  #shape: { columns: string[]; types: string[]; row: RowMaker } | undefined;

  constructor(native: NativeStatement) {
    this.#native = native;
    this.#hasRows = native.reader;
    if (!this.#hasRows) return;
    native.raw(true);
    native.safeIntegers(true);
  }

  /** Runs it to completion: an unfinished statement would hold its lock. */
  run(args?: InArgs): ResultSet {
    const values = argsToSql(args);
    if (!this.#hasRows) {
      const { changes, lastInsertRowid } = this.#native.run(values);
      return new Result([], [], [], changes, BigInt(lastInsertRowid));
    }
    const rows = this.#native.all(values);
    // Only the first run on a connection, or after a schema change, reports the columns correctly.
    const { columns, types, row } = this.#shape ??= this.#readShape();
    return new Result(columns, types, rows.map((cells) => row(cells.map(fromSql))), 0, undefined);
  }

  #readShape() {
    const found = this.#native.columns();
    const columns = found.map(({ name }) => name);
    return { columns, types: found.map(({ type }) => type ?? ""), row: rowMaker(columns) };
  }
}

/**
 * After SQLITE_BUSY a connection keeps the statement pending: later writes report success and never commit. So after
 * any error it is reopened, with all its statements, before anything else runs.
 */
export class Connection {
  readonly #path: string;
  readonly #setup: string;
  readonly #statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
  #database: Database.Database | undefined;
  #broken = false;
  /** Whether commits wait for the disk; unknown where the file was just opened. */
  #waits: boolean | undefined;

  /** `setup`: pragmas for every opening of the file. */
  constructor(path: string, setup: string) {
    this.#path = path;
    this.#setup = setup;
  }

  get inTransaction(): boolean {
    return this.#database?.inTransaction ?? false;
  }

  /** Marks the connection for reopening. */
  markBroken(): void {
    this.#broken = true;
  }

  /** True where this SQL has a cached prepared statement. */
  hasPrepared(sql: string): boolean {
    return this.#statements.has(sql);
  }

  /** Drops the prepared statements, as a schema change may have changed their columns. */
  clearStatements(): void {
    this.#statements.clear();
  }

  /** Runs `work` on an intact connection; no other transaction may be open on it. */
  use<T>(work: (connection: Connection) => T): T {
    try {
      if (this.#broken || !this.#database) this.#open();
      return work(this);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  /** Runs a statement, inside `use` or a transaction begun there. */
  execute({ sql, args }: PlainStatement): ResultSet {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new Statement(this.#database!.prepare(sql) as unknown as NativeStatement);
      if (sql.length <= MAX_CACHED_SQL_LENGTH) this.#statements.set(sql, statement);
    }
    try {
      return statement.run(args);
    } catch (error) {
      this.#statements.delete(sql);
      throw error;
    }
  }

  /** From now on commits wait for the disk, or they do not. Has no effect in a transaction. */
  waitForDisk(waits: boolean): void {
    if (this.#waits === waits) return;
    this.executeMultiple(`pragma synchronous = ${waits ? "full" : "normal"}`);
    this.#waits = waits;
  }

  /** Runs SQL of several statements. */
  executeMultiple(sql: string): void {
    this.#database!.exec(sql);
  }

  /** Runs statements in a transaction, which an error rolls back when the connection is reopened. */
  runInTransaction(
    mode: "deferred" | "immediate",
    statements: readonly PlainStatement[],
    onStep?: (done: number) => void,
  ): ResultSet[] {
    this.execute({ sql: `begin ${mode}` });
    const results = statements.map((one, i) => {
      const result = this.execute(one);
      onStep?.(i + 1);
      return result;
    });
    this.execute({ sql: "commit" });
    return results;
  }

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    this.clearStatements();
    if (!database) return;
    // With a statement not yet garbage-collected, a closed connection would hold its transaction's lock.
    if (database.inTransaction) database.exec("rollback");
    database.close();
  }

  #open(): void {
    this.close();
    this.#database = new Database(this.#path, { timeout: 0 });
    this.#database.exec(this.#setup);
    this.#waits = undefined;
    this.#broken = false;
  }
}
