/** What islands do with forms: read them, check them as the server will, and lead to the first mistake. */
import * as v from "valibot";

/** One message a field, by the field's name. */
export type FieldErrors = Record<string, string>;

/** The text of a form's fields, by name. */
export function formText(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
  return values;
}

/** The first message for each field that the schema refuses; empty when all is well. */
export function fieldErrors(schema: v.GenericSchema<unknown, unknown>, value: unknown): FieldErrors {
  const result = v.safeParse(schema, value);
  const errors: FieldErrors = {};
  for (const issue of result.issues ?? []) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
  return errors;
}

/** Puts the focus on the form's first field that has an error, once its message is there to be read out. */
export function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const field = [...form.elements].find((e) => "name" in e && typeof e.name === "string" && errors[e.name]);
  if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus());
}
