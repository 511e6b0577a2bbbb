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
