/** Brings a database to this version: on a copy first where it is a file, so that a refused upgrade touches nothing. */
import type { Client } from "@libsql/client";
import { dirname } from "node:path";
import { databasePath, databaseUrl } from "./database_path.ts";
import { withEnding } from "./ending.ts";
import { DatabaseUseError, MigrationError } from "./errors.ts";
import { migrate, type MigrateOptions, upgradesFrom } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import type { RemoteClient } from "./remote_client.ts";

/** Free space that a trial needs, as a multiple of the file: its copy, and the log of changing all of it. */
const SPACE = 2.5;

/**
 * Runs missing migrations, and makes derived data anew where its version changed. Where a database file in use has
 * migrations to run, they run on a copy of it first, if the disk has space for that. Returns how many it ran. Throws
 * DatabaseUseError where they were refused: the database is as it was.
 */
export async function upgrade(client: Client, url: string, options: MigrateOptions = {}): Promise<number> {
  if (url.startsWith("file:")) {
    const path = databasePath(url);
    await Deno.remove(trialOf(path), { recursive: true }).catch(() => {});
    if (await upgradesFrom(client, options)) {
      const { freeIn, sizeOf } = await import("./snapshot.ts");
      if (await freeIn(dirname(path)) > SPACE * await sizeOf(path)) await tryOnCopy(path, options);
    }
  }
  const ran = await migrate(client, options);
  if ("keepVersion" in client) await (client as RemoteClient).keepVersion();
  return ran;
}

/** The folder of a trial: a whole copy of the database, which a kill leaves behind until the next start. */
const trialOf = (path: string): string => `${path}-upgrade`;

async function tryOnCopy(path: string, options: MigrateOptions): Promise<void> {
  const folder = trialOf(path);
  await Deno.mkdir(folder, { mode: 0o700 });
  const tried = async () => {
    (await import("./snapshot.ts")).snapshotFile(path, `${folder}/copy.db`);
    const copy = await openDatabase({ url: databaseUrl(`${folder}/copy.db`) });
    try {
      await migrate(copy.client, options);
    } finally {
      copy.close();
    }
  };
  const refused = (cause: unknown) => {
    const reason = cause instanceof MigrationError ? cause.reason : cause instanceof Error ? cause.message : cause;
    throw new DatabaseUseError(
      `This version could not upgrade a copy of the database (${reason}). ` +
        "The database itself is as it was: start the version before, and report this.",
      { cause },
    );
  };
  await withEnding(() => tried().catch(refused), () => Deno.remove(folder, { recursive: true }));
}
