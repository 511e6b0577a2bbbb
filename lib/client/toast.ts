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
 * Says a sentence in the page's live region (`#toasts`) for `ms` milliseconds: 5 seconds, 8 when it is bad news.
 * It stays while a pointer or the focus rests on it. Answers a function that takes it away at once.
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
  region.append(box);
  start();
  return close;
}
