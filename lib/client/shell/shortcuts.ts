/** The keys of signed-in pages. None fires while somebody types, or while a dialog is open. */
import { hasSingleKeys, isTyping } from "../keys.ts";

const openPalette = () => void import("./palette.ts").then((palette) => palette.openPalette());
const openSheet = () => void import("./shortcut_sheet.ts").then((sheet) => sheet.openSheet());

/** The link of each row of the page's list. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll("main :is(tbody tr, .picks > li)")].flatMap((row) => {
    const link = row.checkVisibility() &&
      (row.querySelector<HTMLElement>("th a") ?? row.querySelector<HTMLElement>("a"));
    return link ? [link] : [];
  });

/** Goes to the loan that the page names for this key, else to the next or previous row of its list. */
function step(key: "j" | "k"): boolean {
  const named = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  if (named) {
    named.click();
    return true;
  }
  const links = rowLinks();
  const at = links.findIndex((link) => (link.closest("tr, li") ?? link).contains(document.activeElement));
  const next = links[key === "j" ? at + 1 : Math.max(0, at - 1)];
  next?.focus();
  return next !== undefined;
}

/** Into the search of the page's list; the command palette where there is none. */
function search(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>("main input[type=search]")]
    .find((one) => one.checkVisibility());
  if (!field) openPalette();
  else {
    field.focus();
    field.select();
  }
  return true;
}

function pressed({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) {
    if (shiftKey || key.toLowerCase() !== "k") return false;
    openPalette();
    return true;
  }
  if (!hasSingleKeys()) return false;
  if (key === "/") return search();
  if (key === "?") {
    openSheet();
    return true;
  }
  return (key === "j" || key === "k") && step(key);
}

/** Listens for the keys, and for a press of the link that opens the command palette. */
export function runShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || isTyping(event.target)) return;
    if (!document.querySelector("dialog:modal") && pressed(event)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("[data-palette]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openPalette();
  });
}
