/** Statements made once for a database: building one costs more than running it. */
import type { Db } from "./mod.ts";

/** Gives `make(db, key)`, the same for the same database and key. Keys must be few: sorts, not people's words. */
export function preparedBy<K extends string, T>(make: (db: Db, key: K) => T): (db: Db, key: K) => T {
  const made = new WeakMap<Db, Map<K, T>>();
  return (db, key) => {
    let mine = made.get(db);
    if (!mine) made.set(db, mine = new Map());
    let it = mine.get(key);
    if (it === undefined) mine.set(key, it = make(db, key));
    return it;
  };
}
