/** Reads and replaces values at dotted paths of a document, without mutation. */

/** The value at a path such as `ratings.dsc.3.score`; undefined where there is none. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A copy with another value at a path; unchanged parts are shared. */
export function withValue<T>(document: T, path: string, value: unknown): T {
  const [name, ...rest] = path.split(".");
  const inner = rest.length === 0
    ? value
    : withValue((document as Record<string, unknown>)[name], rest.join("."), value);
  if (Array.isArray(document)) return document.map((item, i) => String(i) === name ? inner : item) as T;
  return { ...document, [name]: inner };
}

/** A list with the item at `from` moved to `to`. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  rest.splice(to, 0, list[from]);
  return rest;
}
