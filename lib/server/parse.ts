/** Parses what came in against a schema. Nothing that was sent is ever echoed: a password may be among it. */
import * as v from "valibot";
import { Refusal } from "../domain/refusal.ts";

const wrong = (field: string | null): string => `${field ? `"${field}"` : "The request"} is missing or not valid.`;
const NAMELESS = wrong(null);

v.setGlobalMessage((issue) =>
  issue.type === "strict_object" && issue.expected === "never"
    ? "Something was sent that this form does not have."
    : wrong(v.getDotPath(issue as never))
);

/** An issue's sentence. Deep in a document it is worded before its place is known, so the place is added here. */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  return issue.message === NAMELESS ? wrong(v.getDotPath(issue)) : issue.message;
}

// deno-lint-ignore no-explicit-any -- any valibot schema
export type Schema = v.GenericSchema<any, any>;

/** The schema's output. Throws a 422 Refusal with the first message and one message a field. */
export function parse<S extends Schema>(schema: S, value: unknown): v.InferOutput<S> {
  // To valibot a list is an object as well: where every field is optional it would pass for one.
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
