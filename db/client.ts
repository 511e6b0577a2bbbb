import type { Client } from "@libsql/client";
import { DatabaseUseError } from "./errors.ts";
import type { ClientLimits } from "./file_client.ts";
import { openRemoteClient } from "./remote_client.ts";

/** Options of a database client; `authToken` is for a libSQL server that requires one. */
export interface ClientOptions extends ClientLimits {
  authToken?: string;
}

/**
 * Opens the database at `url`: a file of this process (`file:path`), or a libSQL server shared by processes (`http:`,
 * `https:`, `libsql:`, `ws:`, `wss:`). Both forbid `db` inside a transaction and time transactions out. Throws
 * DatabaseUseError for other URLs, DatabaseInUseError for a locked file.
 */
export async function openClient(url: string, options: ClientOptions = {}): Promise<Client> {
  // Native code is loaded where it is used alone: some hosts allow none.
  if (url.startsWith("file:")) return await (await import("./file_client.ts")).openFileClient(url, options);
  if (!/^(https?|libsql|wss?):/.test(url)) {
    throw new DatabaseUseError(
      `DATABASE_URL is "${url}", which is no database's. Write file:path/to/name.db or http://host:port.`,
    );
  }
  return openRemoteClient(url, options.authToken, options);
}
