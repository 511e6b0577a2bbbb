/** The fields that the schemas of calls know. */

export type Path = (string | number)[];
/** The parts of a valibot schema that lead to other schemas. */
export interface Part {
  entries?: Record<string, Part>;
  pipe?: Part[];
  wrapped?: Part;
  item?: Part;
  options?: unknown[];
  getter?: (input: unknown) => Part;
}

/** Every field that a schema knows, down to the first and the twelfth entry of its lists; like objects once. */
export function pathsOf(schema: Part, at: Path = [], seen = new Set<object>()): Path[] {
  const found: Path[] = at.length ? [at] : [];
  const { entries = {} } = schema;
  if (!seen.has(entries)) {
    for (const [key, part] of Object.entries(entries)) found.push(...pathsOf(part, [...at, key], seen));
  }
  seen.add(entries);
  for (const part of schema.pipe ?? []) if (part !== schema) found.push(...pathsOf(part, at, seen));
  for (const part of schema.options ?? []) {
    if (typeof part === "object" && part !== null) found.push(...pathsOf(part as Part, at, seen));
  }
  if (schema.wrapped) found.push(...pathsOf(schema.wrapped, at, seen));
  if (schema.item) {
    for (const index of at.length < 2 ? [0, 11] : [0]) found.push(...pathsOf(schema.item, [...at, index], seen));
  }
  if (schema.getter) { for (const input of [[], {}]) found.push(...pathsOf(schema.getter(input), at, seen)); }
  return [...new Map(found.map((path) => [JSON.stringify(path), path])).values()];
}
