import { byId, element, icon } from "./dom.ts";

/** `ok` tells of something done, `bad` of something refused or failed. */
export type ToastKind = "ok" | "bad";

/** A way back offered in a toast. */
export type ToastAction = { label: string; run: () => void };

const SHOWN_MS: Record<ToastKind, number> = { ok: 5000, bad: 8000 };

/** Raises the live region above whatever is open, dialogs included. */
function raise(region: HTMLElement): void {
  if (!region.popover || !region.showPopover) return;
  if (region.matches(":popover-open")) region.hidePopover();
  region.showPopover();
}

/**
 * Says a sentence in the page's live region (`#toasts`) for `ms` milliseconds: 5 seconds, 8 when it is bad news. The
 * same sentence said again takes the place of the first. It stays while a pointer or the focus rests on it, and keeps
 * clear of the page's controls. Answers a function that takes it away at once.
 */
export function toast(text: string, kind: ToastKind = "ok", ms = SHOWN_MS[kind], action?: ToastAction): () => void {
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
    if (!region.childElementCount && region.popover && region.matches(":popover-open")) region.hidePopover();
  };
  const start = () => timer = setTimeout(close, ms);
  const stay = () => clearTimeout(timer);
  const button = (label: string, run: () => void) => {
    const made = element("button", { class: "btn", type: "button" }, label);
    made.addEventListener("click", () => {
      close();
      run();
    });
    return made;
  };
  if (action) box.append(button(action.label, action.run));
  box.addEventListener("pointerenter", stay);
  box.addEventListener("pointerleave", start);
  box.addEventListener("focusin", stay);
  box.addEventListener("focusout", start);
  raise(region);
  for (const said of [...region.children]) if (said.textContent === box.textContent) said.remove();
  region.append(box);
  start();
  import("./toast_place.ts").then(({ keepClear }) => keepClear(region)).catch(() => {});
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
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!kept) return;
    const [text, kind] = JSON.parse(kept);
    if (typeof text === "string") toast(text, kind === "bad" ? "bad" : "ok");
  } catch {
    // Nothing was kept.
  }
}

/** The red toast of one form. */
export interface FormToast {
  /** Says why it was refused, in place of what was said before. */
  refuse(text: string, ms?: number, action?: ToastAction): void;
  /** Takes it away: on the next edit, submit or success of the form. */
  clear(): void;
}

/** A form's red toast: one at a time, and gone when the form goes on. An island keeps it: `useState(formToast)`. */
export function formToast(): FormToast {
  let clear = () => {};
  return { refuse: (text, ms, action) => (clear(), clear = toast(text, "bad", ms, action)), clear: () => clear() };
}
