import { debounce } from "../dom.ts";

/** A pause in typing after which a search applies, in milliseconds. */
const PAUSE_MS = 350;
const KEY = "applied-filter";

/** What the next page takes over: the field in use with its text and caret, and how far the page was scrolled. */
interface Handover {
  /** The address that was asked for, with its query. */
  to: string;
  field: string;
  text: string;
  caret?: number | null;
  scroll: number;
}

type Control = HTMLInputElement | HTMLSelectElement;

const isSearch = (control: Control): control is HTMLInputElement => control.type === "search";
const controlsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Control>("select,input:not([type=hidden])"),
];

/** Whether a control shows something else than the list. */
const isChanged = (control: Control): boolean =>
  control instanceof HTMLSelectElement
    ? !control.selectedOptions[0]?.defaultSelected
    : control.value.trim() !== control.defaultValue.trim();

/** The list's address with the form's choices. */
function addressOf(form: HTMLFormElement): string {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text) search.set(name, text);
  }
  return form.getAttribute("action") + (search.size ? `?${search}` : "");
}

function read(): Handover | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const handover: Handover | null = text ? JSON.parse(text) : null;
    return handover?.to === location.pathname + location.search ? handover : null;
  } catch {
    return null;
  }
}

function runForm(form: HTMLFormElement, taken: Handover | null): void {
  /** The field whose search this entry of the history shows while it is being typed. */
  let typing: Control | null = null;
  let leaving: { to: string; control: Control } | null = null;
  /** The control whose choice waits for a connection. */
  let held: Control | null = null;

  const handOver = () => {
    if (!leaving) return;
    // A select has no caret.
    const { to, control } = leaving, { name: field, value: text, selectionEnd: caret } = control as HTMLInputElement;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ to, field, text, caret, scroll: scrollY } satisfies Handover));
    } catch {
      // Without storage the list still changes; the field only loses its focus.
    }
  };
  const apply = async (control: Control) => {
    held = null;
    // The status line is the form's last part.
    const status = form.lastElementChild!;
    status.textContent = "";
    if (!controlsOf(form).some(isChanged)) return;
    try {
      // A page that cannot be fetched would give way to the browser's error page; this answer is the smallest there is.
      await fetch("/healthz");
    } catch {
      held = control;
      status.textContent = "No connection. The list is unchanged.";
      return;
    }
    leaving = { to: addressOf(form), control };
    handOver();
    // A search that is typed in steps is one entry of the history; so Back leads to what was there before it.
    if (typing === control) location.replace(leaving.to);
    else location.assign(leaving.to);
  };
  const again = () => held && apply(held);
  addEventListener("online", again);
  const later = new Map(controlsOf(form).map((control) => [control, debounce(() => apply(control), PAUSE_MS)]));

  form.addEventListener("input", (event) => {
    const control = event.target as Control;
    if (isSearch(control) && !(event as InputEvent).isComposing) later.get(control)?.();
  });
  form.addEventListener("compositionend", (event) => later.get(event.target as Control)?.());
  form.addEventListener("change", (event) => {
    const control = event.target as Control;
    if (!isSearch(control)) apply(control);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply(controlsOf(form).find((one) => one === document.activeElement) ?? controlsOf(form)[0]);
  });
  form.addEventListener("focusout", () => typing = null);
  // What is typed until the next page is there belongs to it too.
  addEventListener("pagehide", handOver);
  addEventListener("pageshow", (event) => {
    if ((event as PageTransitionEvent).persisted) form.reset(), leaving = null, again();
  });

  const control = taken && controlsOf(form).find(({ name }) => name === taken.field);
  if (taken && control) {
    scrollTo(0, taken.scroll);
    control.focus({ preventScroll: true });
    if (isSearch(control)) {
      typing = control;
      control.value = taken.text;
      control.setSelectionRange(taken.caret!, taken.caret!);
    }
  }
  // Choices from before this script ran.
  for (const control of controlsOf(form)) if (isChanged(control)) later.get(control)?.();
}

/** Applies the choices in `form[data-applies]` by themselves: selects at once, searches after a pause or Enter. */
export function runFilters(): void {
  const taken = read();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-applies]")) runForm(form, taken);
}
