/** Three-way merge of documents. */
import { isObject, keyOf, type Row, sameJson } from "./document_changes.ts";

/** The merged document, and the paths where both sides changed the same value: mine wins there. */
export interface Merged<T> {
  document: T;
  both: string[];
}

/** Applies the changes from `base` to `mine` to `theirs`; rows are matched by key, as in documentChanges. */
export function mergeDocuments<T>(base: T, mine: T, theirs: T): Merged<T> {
  const both: string[] = [];
  return { document: merged(base, mine, theirs, "", both) as T, both };
}

function merged(base: unknown, mine: unknown, theirs: unknown, path: string, both: string[]): unknown {
  if (sameJson(mine, base)) return theirs;
  if (sameJson(theirs, base) || sameJson(mine, theirs)) return mine;
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    const result: Row = {};
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = merged(base[name], mine[name], theirs[name], path ? `${path}.${name}` : name, both);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }
  const key = sharedKey([base, mine, theirs]);
  if (key !== null) return mergedRows(base as Row[], mine as Row[], theirs as Row[], key, path, both);
  both.push(path);
  return mine;
}

/** The key of the rows in all non-empty lists; null where one is not a keyed list. */
function sharedKey(lists: readonly unknown[]): string | null {
  if (!lists.every(Array.isArray)) return null;
  const [first, ...others] = lists.filter(({ length }) => length > 0).map(keyOf);
  return others.every((key) => key === first) ? first : null;
}

function mergedRows(base: Row[], mine: Row[], theirs: Row[], key: string, path: string, both: string[]): Row[] {
  const nameOf = (row: Row) => String(row[key]);
  const byName = (rows: Row[]) => new Map(rows.map((row) => [nameOf(row), row]));
  const [was, my, their] = [base, mine, theirs].map(byName);
  const orderOf = (rows: Row[], other: Map<string, Row>) => rows.map(nameOf).filter((name) => other.has(name));
  const isMoved = !sameJson(orderOf(mine, was), orderOf(base, my));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const rows: Row[] = [];
  for (const name of new Set([...first, ...second].map(nameOf))) {
    const row = merged(was.get(name), my.get(name), their.get(name), `${path}[${name}]`, both);
    if (row !== undefined) rows.push(row as Row);
  }
  return rows;
}
