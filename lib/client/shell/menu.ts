import { byId, debounce, setCookie } from "../dom.ts";

/** Widths of the side menu in pixels (accounts specification 2): initial, narrow, reopened. */
const START = 190, NARROW = 75, WIDE = 200;
/** Windows in which the menu is no drawer: from 993 pixels on at the usual text size, as in dashboard.css. */
const BESIDE = "(width > 62rem)";
const KEY = "menuWidth";

function storedWidth(): number {
  try {
    return Number(localStorage.getItem(KEY)) || START;
  } catch {
    return START;
  }
}

function storeWidth(width: number): void {
  try {
    localStorage.setItem(KEY, String(width));
  } catch {
    // Storage is unavailable in private windows; the cookie below still applies.
  }
  // The server renders the narrow menu directly, which avoids a layout shift.
  setCookie("menu", width <= NARROW ? "compact" : "");
}

function draw(width: number, button: HTMLButtonElement): void {
  if (width === START) delete document.body.dataset.menu;
  else document.body.dataset.menu = width <= NARROW ? "compact" : "wide";
  button.setAttribute("aria-pressed", String(width <= NARROW));
}

/** Makes the side menu collapsible, remembers its width, and closes the drawer when the window grows. */
export function runMenu(): void {
  const menu = byId("menu");
  const button = menu?.querySelector<HTMLButtonElement>("[data-compact]");
  if (!menu || !button) return;
  draw(storedWidth(), button);
  button.addEventListener("click", () => {
    const width = document.body.dataset.menu === "compact" ? WIDE : NARROW;
    storeWidth(width);
    draw(width, button);
  });
  addEventListener(
    "resize",
    debounce(() => {
      if (matchMedia(BESIDE).matches) menu.hidePopover();
    }, 100),
  );
}
