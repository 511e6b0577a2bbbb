import { byId } from "./dom.ts";

/** Opens the dialog with this id above the page; nothing happens when it is open already. */
export function openDialog(id: string): void {
  const dialog = byId(id, HTMLDialogElement);
  if (dialog && !dialog.open) dialog.showModal();
}

/** Closes the dialog with this id; the browser gives the focus back to what opened it. */
export function closeDialog(id: string): void {
  byId(id, HTMLDialogElement)?.close();
}

/** Empties the form of the dialog with this id whenever it is closed, and says so. Returns a function that stops it. */
export function emptyWhenClosed(id: string, onEmptied: () => void): () => void {
  const dialog = byId(id, HTMLDialogElement), ending = new AbortController();
  dialog?.addEventListener("close", () => {
    dialog.querySelector("form")?.reset();
    onEmptied();
  }, { signal: ending.signal });
  return () => ending.abort();
}
