/** The differences between two versions of a document of objects and tables. */

/** A cell, row or order that differs. `undefined` on a side: it does not exist there. */
export interface Change {
  /** `ratings.dsc[0.8].score`: rows go by their key, not their index. `#order` is the order of a list. */
  path: string;
  before?: unknown;
  after?: unknown;
}

export type Row = Record<string, unknown>;

/** Keys of a list's rows. */
const KEYS = ["id", "value", "ltv"] as const;

export const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Equal as JSON. */
export const sameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The field whose values identify the rows of a list uniquely; null where there is none. */
export function keyOf(rows: readonly unknown[]): string | null {
  const key = KEYS.find((name) => rows.every((row) => isObject(row) && name in row));
  return key && new Set(rows.map((row) => String((row as Row)[key]))).size === rows.length ? key : null;
}

/** The changes from `before` to `after`, in document order. */
export function documentChanges(before: unknown, after: unknown, path = ""): Change[] {
  if (sameJson(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => documentChanges(before[name], after[name], path ? `${path}.${name}` : name));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  return [{ path, before, after }];
}

function listChanges(before: unknown[], after: unknown[], path: string): Change[] {
  const key = keyOf(before);
  if (!before.length || !after.length || key === null || key !== keyOf(after)) return [{ path, before, after }];
  const rowsBefore = before as Row[], rowsAfter = after as Row[];
  const was = new Map(rowsBefore.map((row) => [String(row[key]), row]));
  const is = new Map(rowsAfter.map((row) => [String(row[key]), row]));
  const changes: Change[] = [];
  const renamed = new Set<string>();
  for (const [i, row] of rowsBefore.entries()) {
    const name = String(row[key]);
    const there = is.get(name);
    const here = rowsAfter[i];
    if (there) changes.push(...documentChanges(row, there, `${path}[${name}]`));
    else if (before.length === after.length && here && !was.has(String(here[key]))) {
      // A row that is new in its place: the same row under another key.
      renamed.add(String(here[key]));
      changes.push(...documentChanges(row, here, `${path}[${name}]`));
    } else changes.push({ path: `${path}[${name}]`, before: row });
  }
  for (const row of rowsAfter) {
    const name = String(row[key]);
    if (!was.has(name) && !renamed.has(name)) changes.push({ path: `${path}[${name}]`, after: row });
  }
  const keysInBoth = (rows: Row[], other: Map<string, Row>) =>
    rows.map((row) => String(row[key])).filter((k) => other.has(k));
  const [orderBefore, orderAfter] = [keysInBoth(rowsBefore, is), keysInBoth(rowsAfter, was)];
  if (!sameJson(orderBefore, orderAfter)) {
    changes.push({ path: `${path}#order`, before: orderBefore, after: orderAfter });
  }
  return changes;
}

/** Changes as the before and after of an audit row, by path. */
export function auditHalves(changes: readonly Change[]): { before: Row; after: Row } {
  const side = (which: "before" | "after") =>
    Object.fromEntries(changes.filter((c) => c[which] !== undefined).map((c) => [c.path, c[which]]));
  return { before: side("before"), after: side("after") };
}
