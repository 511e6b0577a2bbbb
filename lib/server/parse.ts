/** Validates input against a schema. Messages never repeat the input, which may contain a password. */
import * as v from "valibot";
import { Refusal } from "../domain/refusal.ts";
import type { FieldOf } from "../domain/field_names.ts";
import { NAMELESS, reasonOf, sentenceOf } from "../schemas/issue_sentence.ts";

// deno-lint-ignore no-explicit-any -- any valibot schema
export type Schema = v.GenericSchema<any, any>;

/**
 * The schema's output; a null counts as not sent where its schema has none of its own. Throws a 422 Refusal with the
 * first message, which names its field, and the first for each field. What compares fields is said with them, not in a
 * second round, unless a text is too long: what else is wrong with that is not looked at, as it may take long.
 */
export function parse<S extends Schema>(schema: S, value: unknown, of?: FieldOf): v.InferOutput<S> {
  // valibot accepts a list as an object where every field is optional; what is no object at all has no field to name.
  if ((typeof value !== "object" || value === null || Array.isArray(value)) && /object|record/.test(schema.type)) {
    throw new Refusal(400, NAMELESS);
  }
  const first = v.safeParse(schema, value, { abortPipeEarly: true });
  if (first.success) return first.output;
  const nulls = first.issues.filter(({ kind, input, path }) =>
    kind === "schema" && input === null && path?.at(-1)?.type === "object"
  );
  if (nulls.length > 0) {
    const sent = edited(value, nulls, (fields, key) => fields[key] === null && delete fields[key]);
    if (sent) return parse(schema, sent, of);
  }
  const result = first.issues.some(({ type }) => type === "max_length") ? first : v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  const issues = inOwnWords(schema, value, result.issues);
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? "";
    fields[field] ??= sentenceOf(issue, of);
  }
  throw new Refusal(422, reasonOf(issues[0], of), fields);
}

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];
type Fields = Record<string, unknown>;

/** Of a field that was not sent valibot says only that; its own schema may have the words for it. */
function inOwnWords(schema: Schema, value: unknown, issues: Issues): Issues {
  const missing = issues.filter(({ path }) => path?.at(-1)?.origin === "key");
  if (missing.length === 0) return issues;
  const sent = edited(value, missing, (fields, key) => !Object.hasOwn(fields, key) && (fields[key] = undefined, true));
  if (!sent) return issues;
  const result = v.safeParse(schema, sent, { abortPipeEarly: true });
  return result.success ? issues : result.issues;
}

/**
 * A copy in which `edit` changed the fields that the issues are about; null where it changed none. Only what leads to
 * those is copied: the rest may be nested deeper than a stack.
 */
function edited(
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  edit: (fields: Fields, key: string) => boolean,
): unknown {
  const copies = new Set<unknown>(),
    copyOf = (fields: Fields) => {
      if (copies.has(fields)) return fields;
      const copy = (Array.isArray(fields) ? [...fields] : { ...fields }) as Fields;
      copies.add(copy);
      return copy;
    };
  const root = { value };
  const done = issues.map(({ path = [] }) => {
    const keys = ["value", ...(path as { key: string }[]).map(({ key }) => key)], last = keys.pop()!;
    let parent: Fields = root;
    for (const key of keys) {
      const child = Object.hasOwn(parent, key) ? parent[key] : null;
      if (typeof child !== "object" || child === null) return false;
      parent = parent[key] = copyOf(child as Fields);
    }
    return edit(parent, last);
  });
  return done.includes(true) ? root.value : null;
}
