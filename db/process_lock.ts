import { dirname } from "node:path";
import { DatabaseInUseError } from "./errors.ts";

/** A lock on a database file until `release` or the process's end, crashes included. */
export interface ProcessLock {
  release(): void;
}

/**
 * Locks the database file at `path` for this process; creates its folder. Throws DatabaseInUseError. The operating
 * system's lock is on `<path>.lock`, which is never deleted, as two processes could then lock one each.
 */
export async function lockDatabaseFile(path: string): Promise<ProcessLock> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
