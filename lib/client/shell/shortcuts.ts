/** The keys of signed-in pages. None fires while somebody types, or while a dialog is open. */
import { hasSingleKeys, isTyping } from "../keys.ts";

const openPalette = () => void import("./palette.ts").then((palette) => palette.openPalette());
/** `row_steps.ts`, once a key has loaded it. */
let rows: { step(key: string): void } | undefined;
/** At once when it has been loaded: Enter, which the browser acts on, opens the row that the key before it chose. */
const step = async (key: string) => (rows ??= await import("./row_steps.ts")).step(key);
const openSheet = () => void import("./shortcut_sheet.ts").then((sheet) => sheet.openSheet());

/** Into the search of the page's list; the command palette where there is none. */
function search(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>("main input[type=search]")]
    .find((one) => one.checkVisibility());
  if (!field) return openPalette();
  field.focus();
  field.select();
}

const SINGLE: Readonly<Record<string, (key: string) => void>> = { "/": search, "?": openSheet, j: step, k: step };

/** What a key does with those that are held down, if anything. */
function actOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): ((key: string) => void) | false | undefined {
  if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === "k" && openPalette;
  return hasSingleKeys() && SINGLE[key];
}

/** Listens for the keys, and for a press of the link that opens the command palette. */
export function runShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || isTyping(event.target)) return;
    const act = !document.querySelector("dialog:modal") && actOf(event);
    if (!act) return;
    event.preventDefault();
    act(event.key);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("[data-palette]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openPalette();
  });
}
