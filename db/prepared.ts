/** Prepared statements by database: building one costs more than running it. */
import type { Db } from "./mod.ts";

/** Memoises `make(db, key)` by database and key. Keys must be few: orders and kinds of filters, not user input. */
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
