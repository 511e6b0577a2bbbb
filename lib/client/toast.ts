import { byId, element, icon } from "./dom.ts";

/** `ok` tells of something done, `bad` of something refused or failed. */
export type ToastKind = "ok" | "bad";

/** A way back offered in a toast. */
export type ToastAction = { label: string; run: () => void };

const OK_MS = 5000;

/** Takes away the last good news, unless it offers a way back. */
let closeGood = () => {};

/** Says it in the live region, red ones with a cross: these stay. Answers a function that takes it away. */
function say(text: string, kind: ToastKind, ms: number, action?: ToastAction): () => void {
  const region = byId("toasts");
  if (!region) return () => {};
  const box = element(
    "div",
    { class: "toast", "data-kind": kind },
    icon(kind === "ok" ? "circle-check" : "circle-alert"),
    element("span", {}, text),
  );
  let timer: ReturnType<typeof setTimeout>;
  const close = () => {
    clearTimeout(timer);
    box.remove();
    if (!region.childElementCount) region.hidePopover();
  };
  const button = (made: HTMLButtonElement, run?: () => void) => {
    made.addEventListener("click", () => {
      close();
      run?.();
    });
    box.append(made);
  };
  if (action) button(element("button", { class: "btn", type: "button" }, action.label), action.run);
  if (kind === "bad") {
    button(element("button", { class: "btn icon-only dismiss", type: "button", "aria-label": "Dismiss" }, icon("x")));
  } else {
    const start = () => timer = setTimeout(close, ms);
    const stay = () => clearTimeout(timer);
    for (const one of ["pointerenter", "focusin"]) box.addEventListener(one, stay);
    for (const one of ["pointerleave", "focusout"]) box.addEventListener(one, start);
    start();
  }
  // Above whatever is open, dialogs included.
  region.hidePopover();
  region.showPopover();
  for (const said of [...region.children]) if (said.textContent === box.textContent) said.remove();
  region.append(box);
  import("./toast_place.ts").then(({ avoidControls }) => avoidControls(region)).catch(() => {});
  return close;
}

/** Runs `close` once the person goes on: at the next press, edit, drop or submit outside the messages. */
function untilGoingOn(close: () => void): void {
  const region = byId("toasts");
  const done = new AbortController();
  const goOn = (event: Event) => {
    if (region && event.composedPath().includes(region)) return;
    done.abort();
    close();
  };
  // Not the very press that led here.
  setTimeout(() => {
    for (const one of ["click", "input", "drop", "submit"]) addEventListener(one, goOn, { signal: done.signal });
  });
}

/**
 * Says a sentence in the page's live region (`#toasts`), clear of the page's controls: good news for `ms` milliseconds
 * or while a pointer or the focus rests on it, bad news until the person goes on or dismisses it. The same sentence
 * said again takes the place of the first. Answers a function that takes it away at once.
 */
export function toast(text: string, kind: ToastKind = "ok", ms = OK_MS, action?: ToastAction): () => void {
  const close = say(text, kind, ms, action);
  if (kind === "bad") untilGoingOn(close);
  else if (!action) closeGood = close;
  return close;
}

const KEY = "toast";

/** Keeps a toast for the next page of this tab: for what is said after a reload or on the list that follows. */
export function toastAfter(text: string, kind: ToastKind = "ok"): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([text, kind]));
  } catch {
    // Where the browser keeps nothing, the next page shows the result by itself.
  }
}

/** Says the toast that the page before left. */
export function sayToastFromBefore(): void {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (stored) toast(...JSON.parse(stored) as [string, ToastKind]);
  } catch {
    // Nothing was kept.
  }
}

/** The red toast of one form. */
export interface FormToast {
  /** Says why it was refused, in place of what was said before. */
  refuse(text: string): void;
  /** Takes it away: on the next edit, submit or success of the form. */
  clear(): void;
}

/** Runs `close` where the dialog that is open by now, and so the form within, is closed. */
function untilClosed(close: () => void): void {
  setTimeout(() => {
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    dialog?.addEventListener("close", close, { once: true });
  });
}

/**
 * A form's red toast: one at a time, and gone when the form goes on, its dialog is closed or somebody dismisses it,
 * never by time. An island keeps it: `useState(formToast)`.
 */
export function formToast(): FormToast {
  let clear = () => {};
  return {
    refuse(text) {
      clear();
      closeGood();
      untilClosed(clear = say(text, "bad", 0));
    },
    clear: () => clear(),
  };
}
