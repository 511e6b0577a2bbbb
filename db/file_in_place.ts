/** Tells a database file that was moved, removed or replaced while it is open: what is written then is lost. */
import { DatabaseUseError } from "./errors.ts";

/** The file at a path, by its number; null where there is none or the system numbers none. */
async function numberOf(path: string): Promise<number | null> {
  try {
    return (await Deno.stat(path)).ino;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Remembers the file at `path`. The answer's calls throw DatabaseUseError once another one or none stands there. */
export async function rememberFile(path: string): Promise<() => Promise<void>> {
  const opened = await numberOf(path);
  return async () => {
    if (opened === null || await numberOf(path) === opened) return;
    throw new DatabaseUseError(
      `The database file ${path} was moved, removed or replaced while the portal uses it, so what is entered now is ` +
        "lost. Stop the portal, put the file back with its -wal file, and start again.",
    );
  };
}
