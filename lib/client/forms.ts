/** What islands do with a form's elements: read them, write them, and lead to the first mistake. */
import type { FieldErrors } from "./field_errors.ts";

/** The text of a form's fields, by name. */
export function formText(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
  return values;
}

/** Puts the focus on the form's first field that has an error, once its message is there to be read out. */
export function focusFirst(form: HTMLFormElement | HTMLFieldSetElement, errors: FieldErrors): void {
  const field = [...form.elements].find((e) => "name" in e && typeof e.name === "string" && errors[e.name]);
  if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus());
}
