/** Validates input against a schema. Messages never repeat the input, which may contain a password. */
import * as v from "valibot";
import { Refusal } from "../domain/refusal.ts";

const wrong = (field: string | null): string => `${field ? `"${field}"` : "The request"} is missing or not valid.`;
const NAMELESS = wrong(null);

v.setGlobalMessage((issue) =>
  issue.type === "strict_object" && issue.expected === "never"
    ? "The request has a field that this form does not have."
    : wrong(v.getDotPath(issue as never))
);

/** An issue's sentence. Messages of nested fields are written without their path, so it is added here. */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  return issue.message === NAMELESS ? wrong(v.getDotPath(issue)) : issue.message;
}

// deno-lint-ignore no-explicit-any -- any valibot schema
export type Schema = v.GenericSchema<any, any>;

/** The schema's output. Throws a 422 Refusal with the first message, and one message for each field. */
export function parse<S extends Schema>(schema: S, value: unknown): v.InferOutput<S> {
  // valibot accepts a list as an object where every field is optional.
  if (Array.isArray(value) && /object|record/.test(schema.type)) {
    throw new Refusal(400, NAMELESS);
  }
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "";
    fields[field] ??= sentenceOf(issue);
  }
  throw new Refusal(422, sentenceOf(result.issues[0]), fields);
}
