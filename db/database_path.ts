import { resolve } from "node:path";
import { DatabaseUseError } from "./errors.ts";

/** The absolute path of a `file:` URL (`file:a/b.db`, `file:/a/b.db`, `file:///a/b.db`). Throws DatabaseUseError. */
export function databasePath(url: string): string {
  const path = decodeURIComponent(url.replace(/^file:(\/\/(localhost)?(?=\/))?/, "").replace(/\?.*$/, ""));
  if (path === "" || path.includes(":memory:")) {
    throw new DatabaseUseError(`DATABASE_URL is "${url}", which names no file. Write file:path/to/name.db.`);
  }
  return resolve(path);
}

/** The `file:` URL of a path. */
export const databaseUrl = (path: string): string => `file:${path.replace(/[%?]/g, encodeURIComponent)}`;
