import * as v from "valibot";

/** One message a field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The messages of a call's own schema for what is about to be sent; null where nothing is wrong. */
export function fieldErrors(schema: v.GenericSchema, value: unknown): FieldErrors | null {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return null;
  const errors: Record<string, string> = {};
  for (const issue of result.issues) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
  return errors;
}

/** Moves the focus to the first field of the form that has a message. Call it after the messages are drawn. */
export function focusFirstError(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
