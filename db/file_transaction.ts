/** The open transaction on a database file's writer. */
import type { InStatement, ResultSet, Transaction } from "@libsql/client";
import type { Connection } from "./connection.ts";
import { DatabaseUseError } from "./errors.ts";
import { isRead, plain } from "./statements.ts";

/** Runs on a writer on which it was begun. After an error that ended it in SQLite, nothing more runs in it. */
export class FileTransaction implements Transaction {
  #writer: Connection;
  #written: string[] = [];
  closed = false;

  constructor(writer: Connection) {
    this.#writer = writer;
  }

  /** The SQL of its writes so far. */
  get written(): string {
    return this.#written.join(";\n");
  }

  // deno-lint-ignore require-await -- async turns an error into a rejection
  async execute(statement: InStatement): Promise<ResultSet> {
    return this.#run(() => this.#one(statement));
  }

  // deno-lint-ignore require-await -- as above
  async batch(statements: InStatement[]): Promise<ResultSet[]> {
    return this.#run(() => statements.map((one) => this.#one(one)));
  }

  // deno-lint-ignore require-await -- as above
  async executeMultiple(sql: string): Promise<void> {
    return this.#run(() => {
      this.#written.push(sql);
      this.#writer.executeMultiple(sql);
    });
  }

  // deno-lint-ignore require-await -- as above
  async commit(): Promise<void> {
    this.#run(() => this.#writer.execute({ sql: "commit" }));
    this.closed = true;
  }

  // deno-lint-ignore require-await -- as above
  async rollback(): Promise<void> {
    this.close();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.#writer.inTransaction) this.#writer.executeMultiple("rollback");
  }

  #one(statement: InStatement): ResultSet {
    const one = plain(statement);
    if (!isRead(one)) this.#written.push(one.sql);
    return this.#writer.execute(one);
  }

  #run<T>(work: () => T): T {
    if (this.closed) throw new DatabaseUseError("The transaction is over.");
    try {
      return work();
    } catch (error) {
      this.closed = !this.#writer.inTransaction;
      throw error;
    }
  }
}
