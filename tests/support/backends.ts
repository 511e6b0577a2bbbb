import { createClient } from "@libsql/client";
import { join } from "node:path";
import type { ClientOptions } from "../../db/client.ts";
import { type OpenDatabase, openDatabase } from "../../db/open.ts";
import { runFolder } from "./folder.ts";
import { hasLibsqlServer, startLibsqlServer } from "./sqld.ts";

/** A kind of database that the program runs on, for tests that must hold on each. */
interface Backend {
  name: string;
  /** True where this platform lacks it. */
  ignore: boolean;
  /** Starts an empty database and answers its URL and what ends it. */
  start(): Promise<{ url: string; stop(): Promise<void> }>;
}

/** A file of a temporary folder, and a libSQL server. */
export const backends: Backend[] = [
  {
    name: "file",
    ignore: false,
    async start() {
      const folder = await runFolder("database-test-");
      return {
        url: `file:${join(folder, "test.db")}`,
        stop: () => Deno.remove(folder, { recursive: true }),
      };
    },
  },
  { name: "libSQL server", ignore: !hasLibsqlServer, start: startLibsqlServer },
];

/**
 * No statement of a test takes this long on any machine, in milliseconds; the server's own limits have their own tests.
 */
const PATIENT_MS = 300_000;

/** Runs `test` on a new database of the backend, with a table `notes (id, text)`; ends it afterwards. */
export async function withDatabase(
  backend: Backend,
  options: ClientOptions,
  test: (database: OpenDatabase & { url: string }) => Promise<void>,
): Promise<void> {
  const { url, stop } = await backend.start();
  try {
    const database = await openDatabase({ url, responseTimeoutMs: PATIENT_MS, ...options });
    try {
      await database.client.execute("create table notes (id integer primary key, text text not null)");
      await test({ ...database, url });
    } finally {
      database.close();
    }
  } finally {
    await stop();
  }
}

/** The texts of `notes` in order of id, read by a connection of its own that knows nothing of ours. */
export async function notesIn(url: string): Promise<string[]> {
  const client = createClient({ url });
  try {
    return (await client.execute("select text from notes order by id")).rows.map((row) => String(row[0]));
  } finally {
    client.close();
  }
}
