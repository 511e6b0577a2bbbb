/** What the keyboard shortcuts of pages have in common. */

const TYPED = "input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=range]),select,textarea";

/** Whether keys are meant for a field: somebody types there, chooses, or edits text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED));

const KEY = "single-keys";

/** Whether keys without Ctrl do something; the sheet of shortcuts switches them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Remembers whether keys without Ctrl do something. */
export function keepSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Where the browser keeps nothing, the keys stay on.
  }
}
