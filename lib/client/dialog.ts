import { byId, element } from "./dom.ts";

/** Opens the dialog with this id above the page; nothing happens when it is open already. */
export function openDialog(id: string): void {
  const dialog = byId(id, HTMLDialogElement);
  if (dialog && !dialog.open) dialog.showModal();
}

/** Closes the dialog with this id; the browser gives the focus back to what opened it. */
export function closeDialog(id: string): void {
  byId(id, HTMLDialogElement)?.close();
}

/** The words of a question. `risky` paints the button that goes on as destructive; `more` is a sentence below the question. */
export type Question = { yes?: string; no?: string; more?: string; risky?: boolean };

let asked = 0;

/**
 * Asks a question of the specifications ("Delete Account?") and resolves to the answer. The safe button has the first
 * focus; Escape is no.
 */
export function confirmDialog(question: string, words: Question = {}): Promise<boolean> {
  const title = `ask-${++asked}`;
  const no = element("button", { class: "btn", type: "button", autofocus: true }, words.no ?? "Cancel");
  const yes = element(
    "button",
    { class: words.risky ? "btn risky" : "btn primary", type: "button" },
    words.yes ?? "Yes",
  );
  const dialog = element(
    "dialog",
    { class: "slim", "aria-labelledby": title },
    element("header", {}, element("h2", { id: title }, question)),
    ...words.more ? [element("p", {}, words.more)] : [],
    element("footer", {}, no, yes),
  );
  document.body.append(dialog);
  return new Promise((answer) => {
    no.addEventListener("click", () => dialog.close());
    yes.addEventListener("click", () => dialog.close("yes"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    dialog.showModal();
  });
}
