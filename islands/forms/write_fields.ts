/** Puts values into a form's fields, as if they had been entered; hidden ones stay. */
export function writeFields(form: HTMLFormElement | null, values: Readonly<Record<string, string | boolean>>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form?.querySelector<HTMLInputElement>(`[name="${name}"]:not([type=hidden])`);
    if (!field) continue;
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
