// What a visitor did before an island was ready, kept so that it can be done again afterwards.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** react-dom's record of the last value; unless it changes, React ignores the event. */
type Tracked = Field & { _valueTracker?: { setValue(value: string): void } };

const isBox = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

function isDirty(field: Field): boolean {
  // A radio that lost its selection is restored with the one that gained it.
  if (isBox(field)) {
    return field.type === "radio" ? field.checked && !field.defaultChecked : field.checked !== field.defaultChecked;
  }
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const marked = [...field.options].some((o) => o.defaultSelected);
  return marked ? [...field.options].some((o) => o.selected !== o.defaultSelected) : field.selectedIndex > 0;
}

/** Puts the caret of the field that has the focus back: it goes to the end where a value is written. */
function keepCaret(field: Field): () => void {
  if (field instanceof HTMLSelectElement || field !== document.activeElement) return () => {};
  const { selectionStart, selectionEnd, selectionDirection } = field;
  // Fields of dates, numbers and addresses have none that a script may know.
  if (selectionStart === null) return () => {};
  return () => field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

function replay(field: Tracked): () => void {
  const { value } = field;
  const checked = isBox(field) && field.checked;
  const chosen = field instanceof HTMLSelectElement ? [...field.options].map((o) => o.selected) : null;
  const putCaretBack = keepCaret(field);
  return () => {
    if (isBox(field)) field.checked = checked;
    else if (chosen) chosen.forEach((on, i) => ((field as HTMLSelectElement).options[i].selected = on));
    else if (field.type !== "file") {
      field.value = value;
      putCaretBack();
    }
    field._valueTracker?.setValue(isBox(field) ? String(!checked) : value + "\0");
    // Plain events: a MouseEvent would toggle the box again.
    for (const type of isBox(field) ? ["click", "input", "change"] : ["input", "change"]) {
      field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  };
}

const fieldsOf = (element: HTMLElement) => [...element.querySelectorAll<Field>("input,select,textarea")];

/** Records the fields below `element` that differ from the server's HTML; call the result to restore them. */
export function keepFields(element: HTMLElement): () => void {
  const replays = fieldsOf(element).filter(isDirty).map(replay);
  return () => replays.forEach((again) => again());
}

/**
 * Buttons that need a script. Dialogs and popovers open natively; an item that closes its menu does something else,
 * too.
 */
const SCRIPTED = "button[type=button]:not([commandfor], [popovertarget]:not([popovertargetaction=hide]))";

/**
 * Clicks and dropped files held back: `release` ends that, and repeats the last one where the island is `awake`;
 * `forget` drops it.
 */
type Held = { release: (awake: boolean) => void; forget: () => void };

/**
 * Holds back clicks on an island's own buttons, files that are dropped on it, and forms that its script alone sends:
 * never sent without it, since their fields would stand in the address.
 */
export function keepClick(element: HTMLElement): Held {
  let again: (() => void) | null = null;
  const hold = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>(SCRIPTED);
    if (!button) return;
    again = () => button.click();
    event.stopImmediatePropagation();
  };
  const holdForm = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute("action") || form.method === "dialog") return;
    again = () => form.requestSubmit(event.submitter);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Otherwise the browser opens a dropped file in the page's place.
  const holdDrop = (event: DragEvent) => {
    const files = event.dataTransfer;
    if (!files?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type !== "drop") return;
    event.stopImmediatePropagation();
    const dataTransfer = new DataTransfer();
    for (const file of files.files) dataTransfer.items.add(file);
    const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    again = () => event.target!.dispatchEvent(drop);
  };
  // An island that waits for a touch may be typed in and left before its script is there.
  const ask = (event: Event) => {
    if (element.dataset.on && fieldsOf(element).some(isDirty)) event.preventDefault();
  };
  addEventListener("beforeunload", ask);
  element.addEventListener("click", hold, true);
  for (const type of ["dragover", "drop"] as const) element.addEventListener(type, holdDrop, true);
  element.addEventListener("submit", holdForm, true);
  return {
    forget: () => void (again = null),
    release(awake) {
      element.removeEventListener("click", hold, true);
      for (const type of ["dragover", "drop"] as const) element.removeEventListener(type, holdDrop, true);
      if (!awake) return;
      removeEventListener("beforeunload", ask);
      element.removeEventListener("submit", holdForm, true);
      again?.();
    },
  };
}
