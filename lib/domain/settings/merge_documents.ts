/** Three-way merge of documents. */
import { isObject, keyOf, type Row, sameJson } from "./document_changes.ts";

/** What both changed to something else, at a path as changes have it. `undefined` on a side: it is not there. */
export interface Clash {
  path: string;
  mine: unknown;
  theirs: unknown;
}

/** The merged document, and what both changed. */
export interface Merged<T> {
  document: T;
  clashes: Clash[];
}

/**
 * `takes` is true where theirs is chosen in a conflict; never by default. `same` is true where two values mean the
 * same.
 */
export interface MergeRules {
  takes?: (path: string) => boolean;
  same?: (path: string, a: unknown, b: unknown) => boolean;
}

type Merging = Required<MergeRules> & { clashes: Clash[] };

/** Applies the changes from `base` to `mine` to `theirs`; rows are matched by key, as in documentChanges. */
export function mergeDocuments<T>(base: T, mine: T, theirs: T, rules: MergeRules = {}): Merged<T> {
  const clashes: Clash[] = [];
  const merging: Merging = {
    takes: rules.takes ?? (() => false),
    same: rules.same ?? ((_path, a, b) => sameJson(a, b)),
    clashes,
  };
  return { document: merged(base, mine, theirs, "", merging) as T, clashes };
}

function merged(base: unknown, mine: unknown, theirs: unknown, path: string, merging: Merging): unknown {
  if (merging.same(path, mine, base)) return theirs;
  if (merging.same(path, theirs, base) || merging.same(path, mine, theirs)) return mine;
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    const result: Row = {};
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = merged(base[name], mine[name], theirs[name], path ? `${path}.${name}` : name, merging);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }
  const key = sharedKey([base, mine, theirs]);
  if (key !== null) return mergedRows(base as Row[], mine as Row[], theirs as Row[], key, path, merging);
  merging.clashes.push({ path, mine, theirs });
  return merging.takes(path) ? theirs : mine;
}

/** The key of the rows in all non-empty lists; null where one is not a keyed list. */
function sharedKey(lists: readonly unknown[]): string | null {
  if (!lists.every(Array.isArray)) return null;
  const [first, ...others] = lists.filter(({ length }) => length > 0).map(keyOf);
  return others.every((key) => key === first) ? first : null;
}

function mergedRows(base: Row[], mine: Row[], theirs: Row[], key: string, path: string, merging: Merging): Row[] {
  const nameOf = (row: Row) => String(row[key]);
  const byName = (rows: Row[]) => new Map(rows.map((row) => [nameOf(row), row]));
  const [was, my, their] = [base, mine, theirs].map(byName);
  const orderOf = (rows: Row[], other: Map<string, Row>) => rows.map(nameOf).filter((name) => other.has(name));
  const isMoved = !sameJson(orderOf(mine, was), orderOf(base, my));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const rows: Row[] = [];
  for (const name of new Set([...first, ...second].map(nameOf))) {
    const row = merged(was.get(name), my.get(name), their.get(name), `${path}[${name}]`, merging);
    if (row !== undefined) rows.push(row as Row);
  }
  return rows;
}
