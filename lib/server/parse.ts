/** Validates input against a schema. Messages never repeat the input, which may contain a password. */
import * as v from "valibot";
import { fieldName, type FieldPath } from "../domain/field_names.ts";
import { Refusal } from "../domain/refusal.ts";

/** The label that the application form has for a field; undefined for another's. */
export type LabelOf = (name: string) => string | undefined;

const wrong = (field: string): string => `${field} is missing or not valid.`;
const NAMELESS = wrong("The request");

v.setGlobalMessage((issue) =>
  issue.type === "strict_object" && issue.expected === "never"
    ? "The request has a field that this form does not have."
    : NAMELESS
);

/** An issue's sentence. A schema without words of its own knows no path, so the field's name is put in here. */
function sentenceOf(issue: v.BaseIssue<unknown>, labelOf?: LabelOf): string {
  if (issue.message !== NAMELESS) return issue.message;
  const path = (issue.path?.map(({ key }) => key) ?? []) as FieldPath;
  return wrong(fieldName(path, labelOf) ?? "The request");
}

// deno-lint-ignore no-explicit-any -- any valibot schema
export type Schema = v.GenericSchema<any, any>;

/** The schema's output. Throws a 422 Refusal with the first message, and one message for each field, in words. */
export function parse<S extends Schema>(schema: S, value: unknown, labelOf?: LabelOf): v.InferOutput<S> {
  // valibot accepts a list as an object where every field is optional.
  if (Array.isArray(value) && /object|record/.test(schema.type)) {
    throw new Refusal(400, NAMELESS);
  }
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "";
    fields[field] ??= sentenceOf(issue, labelOf);
  }
  throw new Refusal(422, sentenceOf(result.issues[0], labelOf), fields);
}
