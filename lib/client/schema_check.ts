import * as v from "valibot";
import type { Check, FieldErrors } from "./field_errors.ts";

/** Where a schema has no sentence of its own: the library's are for programmers. */
const PLAIN = { message: "This is missing or not valid." };

/** The first message for each field that the schema refuses; empty when all is well. */
export function fieldErrors(schema: v.GenericSchema<unknown, unknown>, value: unknown): FieldErrors {
  const result = v.safeParse(schema, value, PLAIN);
  const errors: Record<string, string> = {};
  for (const issue of result.issues ?? []) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
  return errors;
}

/** A form's check from the schema of its call, so that the server's own messages are shown at once. */
export const bySchema = (schema: v.GenericSchema<unknown, unknown>): Check<Record<string, string>> => (values) =>
  fieldErrors(schema, values);
