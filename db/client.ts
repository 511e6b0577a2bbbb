import type { Client } from "@libsql/client";
import { DatabaseUseError } from "./errors.ts";
import { type ClientLimits, openFileClient } from "./file_client.ts";
import { openRemoteClient } from "./remote_client.ts";

/** How to open a database; `authToken` is for a libSQL server that asks for one. */
export interface ClientOptions extends ClientLimits {
  authToken?: string;
}

/**
 * Opens the database at `url`: a file of this process (`file:path`), or a libSQL server that several processes share
 * (`http:`, `https:`, `libsql:`, `ws:`, `wss:`). Both refuse `db` inside a transaction and cut one at its limit.
 * Throws DatabaseUseError for any other URL, DatabaseInUseError where another process holds the file.
 */
export async function openClient(url: string, options: ClientOptions = {}): Promise<Client> {
  if (url.startsWith("file:")) return await openFileClient(url, options);
  if (!/^(https?|libsql|wss?):/.test(url)) {
    throw new DatabaseUseError(
      `DATABASE_URL is "${url}", which is no database's. Write file:path/to/name.db or http://host:port.`,
    );
  }
  return openRemoteClient(url, options.authToken, options);
}
