/** One connection to a database file: it keeps its prepared statements and renews itself after any error. */
import type { InArgs, InValue, ResultSet, Row } from "@libsql/client";
import Database from "libsql";
import { LRUCache } from "lru-cache";
import { Buffer } from "node:buffer";
import type { PlainStatement } from "./statements.ts";

/** Statements kept prepared: more than the portal has texts of. Preparing takes several times as long as running. */
const STATEMENTS_KEPT = 500;
/** Longer texts (inserts of many rows) are prepared each time. */
const KEPT_TEXT_MOST = 20_000;

type Cell = string | number | bigint | Uint8Array | null;

interface NativeStatement {
  readonly reader: boolean;
  raw(on: boolean): void;
  safeIntegers(on: boolean): void;
  columns(): { name: string; type: string | null }[];
  all(args: unknown): Cell[][];
  run(args: unknown): { changes: number; lastInsertRowid: number | bigint };
}

class Result implements ResultSet {
  constructor(
    readonly columns: string[],
    readonly columnTypes: string[],
    readonly rows: Row[],
    readonly rowsAffected: number,
    readonly lastInsertRowid: bigint | undefined,
  ) {}

  toJSON() {
    const { columns, columnTypes, rows, rowsAffected } = this;
    return { columns, columnTypes, rows, rowsAffected, lastInsertRowid: this.lastInsertRowid?.toString() ?? null };
  }
}

/** A cell as the client hands it over. Throws RangeError for an integer that a number cannot hold. */
function fromSql(cell: Cell): unknown {
  if (typeof cell === "bigint") {
    const value = Number(cell);
    if (!Number.isSafeInteger(value)) throw new RangeError("An integer of the database is too large for a number.");
    return value;
  }
  return cell instanceof Uint8Array ? new Uint8Array(cell).buffer : cell;
}

/** An argument as SQLite takes it. Throws for what has no form there. */
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

/** Makes rows whose cells are read by position and by name, and whose own enumerable keys are the names. */
function rowMaker(columns: readonly string[]): (cells: readonly Cell[]) => Row {
  class Named {
    readonly #cells: unknown[];
    [name: string]: unknown;

    constructor(cells: readonly Cell[]) {
      this.#cells = cells.map(fromSql);
      for (const [name, at] of names) this[name] = this.#cells[at];
    }

    static {
      columns.forEach((_, at) =>
        Object.defineProperty(this.prototype, at, {
          get(this: Named) {
            return this.#cells[at];
          },
        })
      );
      Object.defineProperty(this.prototype, "length", { value: columns.length });
    }
  }
  // Of columns with the same name the first has it.
  const names = [...new Set(columns)].filter((name) => !(name in Named.prototype))
    .map((name) => [name, columns.indexOf(name)] as const);
  return (cells) => new Named(cells) as unknown as Row;
}

/** A prepared statement with what does not change from run to run. */
class Statement {
  readonly #native: NativeStatement;
  readonly #hasRows: boolean;
  #shape: { columns: string[]; types: string[]; row(cells: readonly Cell[]): Row } | undefined;

  constructor(native: NativeStatement) {
    this.#native = native;
    this.#hasRows = native.reader;
    if (!this.#hasRows) return;
    native.raw(true);
    native.safeIntegers(true);
  }

  /** Runs it to its end: a statement that was left halfway would hold its lock. */
  run(args?: InArgs): ResultSet {
    const values = argsToSql(args);
    if (!this.#hasRows) {
      const { changes, lastInsertRowid } = this.#native.run(values);
      return new Result([], [], [], changes, BigInt(lastInsertRowid));
    }
    const rows = this.#native.all(values);
    // Only its first run tells a new connection, or one beside which the schema was changed, the columns there are.
    const { columns, types, row } = this.#shape ??= this.#readShape();
    return new Result(columns, types, rows.map(row), 0, undefined);
  }

  #readShape() {
    const found = this.#native.columns();
    const columns = found.map(({ name }) => name);
    return { columns, types: found.map(({ type }) => type ?? ""), row: rowMaker(columns) };
  }
}

/**
 * A connection that met SQLITE_BUSY keeps the statement pending: its later writes answer well and never commit. So after
 * any error it is replaced, with all its statements, before anything else runs on it.
 */
export class Connection {
  readonly #path: string;
  readonly #setup: string;
  readonly #statements = new LRUCache<string, Statement>({ max: STATEMENTS_KEPT });
  #database: Database.Database | undefined;
  #spoilt = false;

  /** `setup`: pragmas that run whenever the file is opened. */
  constructor(path: string, setup: string) {
    this.#path = path;
    this.#setup = setup;
  }

  get inTransaction(): boolean {
    return this.#database?.inTransaction ?? false;
  }

  /** Marks the connection for replacement. */
  spoil(): void {
    this.#spoilt = true;
  }

  /** True where this text is kept prepared. */
  keeps(sql: string): boolean {
    return this.#statements.has(sql);
  }

  /** Forgets the statements, whose columns the schema may have changed. */
  forget(): void {
    this.#statements.clear();
  }

  /** Runs `work` on a sound connection: no transaction of others may be open on it. */
  use<T>(work: (connection: Connection) => T): T {
    try {
      if (this.#spoilt || !this.#database) this.#open();
      return work(this);
    } catch (error) {
      this.#spoilt = true;
      throw error;
    }
  }

  /** Runs one statement. Inside `use`, or inside the transaction that was begun there. */
  execute({ sql, args }: PlainStatement): ResultSet {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new Statement(this.#database!.prepare(sql) as unknown as NativeStatement);
      if (sql.length <= KEPT_TEXT_MOST) this.#statements.set(sql, statement);
    }
    try {
      return statement.run(args);
    } catch (error) {
      this.#statements.delete(sql);
      throw error;
    }
  }

  /** Runs a text of several statements. */
  executeMultiple(sql: string): void {
    this.#database!.exec(sql);
  }

  /** All or nothing: what throws inside is rolled back when the connection is renewed. */
  inOneGo(mode: "deferred" | "immediate", statements: readonly PlainStatement[]): ResultSet[] {
    this.execute({ sql: `begin ${mode}` });
    const results = statements.map((one) => this.execute(one));
    this.execute({ sql: "commit" });
    return results;
  }

  close(): void {
    const database = this.#database;
    this.#database = undefined;
    this.forget();
    if (!database) return;
    // Closed with a statement that is not yet collected, it would hold its transaction's lock.
    if (database.inTransaction) database.exec("rollback");
    database.close();
  }

  #open(): void {
    this.close();
    this.#database = new Database(this.#path, { timeout: 0 });
    this.#database.exec(this.#setup);
    this.#spoilt = false;
  }
}
