import { element } from "./dom.ts";

/**
 * The words of a question. `risky` paints the button that goes on as destructive; `more` stands below the question, a
 * paragraph each text.
 */
export type Question = { yes?: string; no?: string; more?: string | readonly (string | Element)[]; risky?: boolean };

let dialogCount = 0;
const open = new Set<string>();

/**
 * Asks a question of the specifications ("Send Intro Email?") and resolves to the answer; Escape is none of the two,
 * and resolves to null, as does a question that is open already. The safe button has the first focus.
 */
export function chooseDialog(question: string, labels: Question = {}): Promise<boolean | null> {
  if (open.has(question)) return Promise.resolve(null);
  open.add(question);
  const title = `ask-${++dialogCount}`;
  const no = element("button", { class: "btn", type: "button", autofocus: true }, labels.no ?? "Cancel");
  const yes = element(
    "button",
    { class: labels.risky ? "btn risky" : "btn primary", type: "button" },
    labels.yes ?? "Yes",
  );
  const dialog = element(
    "dialog",
    { class: "slim sheet long", "aria-labelledby": title },
    element("header", {}, element("h2", { id: title }, question)),
    ...[labels.more ?? []].flat().map((one) => typeof one === "string" ? element("p", {}, one) : one),
    element("footer", {}, no, yes),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    no.addEventListener("click", () => dialog.close("no"));
    yes.addEventListener("click", () => dialog.close("yes"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      open.delete(question);
      resolve(dialog.returnValue ? dialog.returnValue === "yes" : null);
    });
    dialog.showModal();
    // The focus is at its end: a long one would be scrolled there, past the question.
    dialog.scrollTop = 0;
  });
}

/** Asks whether to go on ("Delete Account?"); Escape is no. */
export const confirmDialog = async (question: string, labels?: Question): Promise<boolean> =>
  await chooseDialog(question, labels) === true;
