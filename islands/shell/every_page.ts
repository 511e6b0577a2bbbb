// The few things every page does by script. Without it every page still reads, opens, switches and posts.
import { byId } from "../../lib/client/dom.ts";
import { rememberTheme } from "../../lib/client/shell/theme.ts";
import { sayToastFromBefore, toast } from "../../lib/client/toast.ts";

/** The public bar turns solid past 5 pixels; browsers with scroll timelines do that in CSS. */
function runBar(): void {
  const bar = document.querySelector<HTMLElement>(".public > .nav");
  if (!bar || CSS.supports("animation-timeline: scroll()")) return;
  const tell = () => bar.toggleAttribute("data-top", scrollY <= 5);
  addEventListener("scroll", tell, { passive: true });
  tell();
}

/** Polyfill of `command` for dialogs. */
function runCommands(): void {
  if ("command" in HTMLButtonElement.prototype) return;
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button[commandfor]");
    const dialog = byId(button?.getAttribute("commandfor") ?? "", HTMLDialogElement);
    if (button?.getAttribute("command") === "close") dialog?.close();
    else if (dialog && !dialog.open) dialog.showModal();
  });
}

/** `<button data-eye="id">` shows and hides a password. */
function runEyes(): void {
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button[data-eye]");
    const field = byId(button?.dataset.eye ?? "", HTMLInputElement);
    if (!button || !field) return;
    const show = field.type === "password";
    field.type = show ? "text" : "password";
    button.setAttribute("aria-pressed", String(show));
  });
}

/** Repeats the server's flash message in the live region, so that it is announced and disappears by itself. */
function runFlash(): void {
  const flash = byId("flash");
  if (!flash) return;
  const text = flash.textContent ?? "";
  flash.remove();
  toast(text, flash.dataset.kind === "bad" ? "bad" : "ok");
}

/** Opens a notice on the first visit, until it is answered: Escape is no answer. */
function runOnce(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog[data-once]");
  const key = dialog?.dataset.once;
  if (!dialog || !key) return;
  try {
    if (localStorage.getItem(key)) return;
    let answered = false;
    dialog.addEventListener("submit", () => {
      answered = true;
      localStorage.setItem(key, "yes");
    });
    const ask = () => answered || dialog.showModal();
    dialog.addEventListener("close", ask);
    ask();
  } catch {
    // Without storage the notice would open at every visit.
  }
}

rememberTheme();
runBar();
runCommands();
runEyes();
runFlash();
sayToastFromBefore();
runOnce();
