/** Validates input against a schema. Messages never repeat the input, which may contain a password. */
import * as v from "valibot";
import { Refusal } from "../domain/refusal.ts";
import type { FieldOf } from "../domain/field_names.ts";
import { NAMELESS, reasonOf, sentenceOf } from "../schemas/issue_sentence.ts";

// deno-lint-ignore no-explicit-any -- any valibot schema
export type Schema = v.GenericSchema<any, any>;

/**
 * The schema's output. Throws a 422 Refusal with the first message, which stands away from its field and names it, and
 * the first message for each field, in words. What compares fields is said with them, not in a second round, unless a
 * text is too long: what else is wrong with that is not looked at, as it may take long.
 */
export function parse<S extends Schema>(schema: S, value: unknown, of?: FieldOf): v.InferOutput<S> {
  // valibot accepts a list as an object where every field is optional.
  if (Array.isArray(value) && /object|record/.test(schema.type)) {
    throw new Refusal(400, NAMELESS);
  }
  const first = v.safeParse(schema, value, { abortPipeEarly: true });
  if (first.success) return first.output;
  const result = first.issues.some(({ type }) => type === "max_length") ? first : v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "";
    fields[field] ??= sentenceOf(issue, of);
  }
  throw new Refusal(422, reasonOf(result.issues[0], of), fields);
}
