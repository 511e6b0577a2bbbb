import { dirname } from "node:path";
import { DatabaseInUseError } from "./errors.ts";

/** A lock on a database file that lasts until `release` or the end of the process, a crash included. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes the database file at `path` for this process; makes its folder where it lacks. Throws DatabaseInUseError.
 * The operating system holds the lock, on `<path>.lock`; that file is never deleted, or two could hold one each.
 */
export async function lockDatabaseFile(path: string): Promise<ProcessLock> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const file = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
  try {
    if (!await file.tryLock(true)) throw new DatabaseInUseError(path);
  } catch (error) {
    file.close();
    throw error;
  }
  let held = true;
  return {
    release() {
      if (held) file.close();
      held = false;
    },
  };
}
