import type { Client } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { type ClientOptions, openClient } from "./client.ts";
import * as schema from "./schema/mod.ts";
import { runInScope } from "./scope.ts";

/** The database as features use it, outside transactions. */
export type Db = LibSQLDatabase<typeof schema> & { $client: Client };

/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** An open database. `close` ends its connections and gives the file to whoever opens it next. */
export interface OpenDatabase {
  db: Db;
  client: Client;
  close(): void;
}

/** Where the database is, and its limits. */
export interface DatabaseOptions extends ClientOptions {
  url: string;
}

/** Opens the database and checks that a file can be used. Throws DatabaseInUseError (see `openClient`). */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<OpenDatabase> {
  const client = await openClient(url, options);
  return { db: drizzle(client, { schema }), client, close: () => client.close() };
}

/**
 * Runs `work` in one write transaction: committed when `work` resolves, rolled back when it throws, cut with
 * TransactionCutError at 4 seconds. It waits its turn and for a busy database; `work` itself runs once and
 * never waits for the network. Inside, only `tx` may be used: `db` throws DatabaseUseError.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runInScope((cut) => db.transaction((tx) => Promise.race([work(tx), cut])));
}
