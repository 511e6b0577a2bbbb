/**
 * Reads a database file beside the process that uses it: a copy as of one moment, or single rows. Never writes to a
 * file in use.
 */
import { statfs } from "node:fs/promises";
import Database from "libsql";

/** How long a reader waits while the file is locked, as when its process opens it. Milliseconds. */
const WAIT_MS = 10_000;

/** Runs `read` on a read-only connection to the database file at `path`. */
export function withReader<T>(path: string, read: (all: (sql: string, ...args: unknown[]) => unknown[]) => T): T {
  const database = new Database(path, { readonly: true, timeout: WAIT_MS } as Database.Options);
  try {
    return read((sql, ...args) => database.prepare(sql).all(...args));
  } finally {
    database.close();
  }
}

/** Changes a database file that no process has open, in one transaction. */
export function changeFile<T>(path: string, change: (run: (sql: string, ...args: unknown[]) => unknown[]) => T): T {
  const database = new Database(path);
  try {
    return database.transaction(() => change((sql, ...args) => database.prepare(sql).all(...args)))();
  } finally {
    database.close();
  }
}

/** Bytes free in `folder`. */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Bytes of the database file at `path` with its log. */
export async function sizeOf(path: string): Promise<number> {
  const log = await Deno.stat(`${path}-wal`).catch(() => null);
  return (await Deno.stat(path)).size + (log?.size ?? 0);
}

/**
 * Writes the database file at `path`, as it is at one moment, into a new file `target`; writers continue meanwhile.
 * Takes as long as reading and writing the whole file: call it in a worker, or in a process of its own.
 */
export function snapshotFile(path: string, target: string): void {
  const database = new Database(path, { readonly: true, timeout: WAIT_MS } as Database.Options);
  try {
    database.exec(`vacuum into '${target.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}
