import type { Client } from "@libsql/client";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
// The client is made by client.ts; the other entry would load native code.
import { drizzle } from "drizzle-orm/libsql/web";
import { type ClientOptions, openClient } from "./client.ts";
import { databasePath } from "./database_path.ts";
import { rememberFile } from "./file_in_place.ts";
import * as schema from "./schema/mod.ts";
import { runInScope } from "./scope.ts";

/** The database outside of transactions. */
export type Db = LibSQLDatabase<typeof schema> & { $client: Client };

/** True for a libSQL server: a long statement there does not block this process, as one of a file does. */
export const isServer = ({ $client }: Db): boolean => $client.protocol !== "file";

/** The database inside a transaction. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * An open database. `close` closes its connections and unlocks the file; `makeWhole` before it moves everything into
 * the file itself, so that a copy of it alone is complete.
 */
export interface OpenDatabase {
  db: Db;
  client: Client;
  makeWhole(): Promise<void>;
  /** Throws DatabaseUseError once the file at its path is not the one that is open; null on a libSQL server. */
  requireInPlace: (() => Promise<void>) | null;
  close(): void;
}

/** The database's location and limits. */
export interface DatabaseOptions extends ClientOptions {
  url: string;
}

/** Opens the database and checks that a file is usable. Throws DatabaseInUseError (see `openClient`). */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<OpenDatabase> {
  const client = await openClient(url, options);
  const makeWhole = async () => {
    if ("makeWhole" in client) await (client as Client & Pick<OpenDatabase, "makeWhole">).makeWhole();
  };
  const requireInPlace = url.startsWith("file:") ? await rememberFile(databasePath(url)) : null;
  return { db: drizzle(client, { schema }), client, makeWhole, requireInPlace, close: () => client.close() };
}

/**
 * Runs `work` in a write transaction: commits when it resolves, rolls back when it throws, and times out after 4
 * seconds with TransactionTimeoutError. Waits for its turn; `work` runs once and must not wait for the network. Inside
 * it use only `tx`: `db` throws DatabaseUseError.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runInScope((cut) => db.transaction((tx) => Promise.race([work(tx), cut])));
}
