// The few things every page does by script. Without it every page still reads, opens, switches and posts.
import { byId } from "../../lib/client/dom.ts";
import { sayMissing } from "../../lib/client/load_part.ts";
import { rememberTheme } from "../../lib/client/shell/theme.ts";
import { sayToastFromBefore, toast, type ToastKind } from "../../lib/client/toast.ts";

/** Drops the later clicks of a double click whose first one opened or closed a dialog: they hit what nobody means. */
function runDoubleClicks(): void {
  let begun: Element | null | undefined;
  addEventListener("click", (event) => {
    const dialog = (event.target as Element).closest("dialog");
    if ((event as UIEvent).detail < 2) begun = dialog;
    else if (begun !== dialog) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
}

/** What buttons do: `data-eye="id"` shows and hides a password; `command` is for browsers that do not know it. */
function runButtons(): void {
  const native = "command" in HTMLButtonElement.prototype;
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button[data-eye],button[commandfor]");
    if (!button) return;
    const field = byId(button.dataset.eye ?? "", HTMLInputElement);
    if (field) {
      const show = field.type === "password";
      field.type = show ? "text" : "password";
      button.setAttribute("aria-pressed", String(show));
    }
    if (native) return;
    const dialog = byId(button.getAttribute("commandfor") ?? "", HTMLDialogElement);
    if (button.getAttribute("command") === "close") dialog?.close();
    else if (!dialog?.open) dialog?.showModal();
  });
}

/** Closes a menu that the focus left: browsers do so at a press beside it, not at Tab. */
function runMenus(): void {
  addEventListener("focusin", ({ target }) => {
    for (const menu of document.querySelectorAll<HTMLElement>("[popover=auto]")) {
      if (!menu.contains(target as Node) && (target as HTMLButtonElement).popoverTargetElement !== menu) {
        menu.hidePopover();
      }
    }
  });
}

/** Repeats the server's flash message in the live region, so that it is announced. */
function runFlash(): void {
  const flash = byId("flash");
  if (!flash) return;
  flash.remove();
  toast(flash.textContent, flash.dataset.kind as ToastKind);
}

/** Opens a notice on the first visit, and again until it is answered: Escape is no answer. */
function runOnce(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog[data-once]");
  const key = dialog?.dataset.once;
  if (!dialog || !key) return;
  try {
    const ask = () => localStorage.getItem(key) || dialog.showModal();
    ask();
    dialog.addEventListener("submit", () => localStorage.setItem(key, "yes"));
    dialog.addEventListener("close", ask);
  } catch {
    // Without storage the notice would open at every visit.
  }
}

rememberTheme();
// Browsers with scroll timelines turn the public bar solid by CSS.
if (!CSS.supports("animation-timeline: scroll()")) void import("../../lib/client/shell/bar.ts");
runDoubleClicks();
runButtons();
runMenus();
addEventListener("part-missing", sayMissing);
runFlash();
sayToastFromBefore();
runOnce();
