/** The sheet of keyboard shortcuts. Loaded when it is asked for. */
import { element } from "../dom.ts";
import { addStyles, paletteFacts } from "./palette_facts.ts";
import { hasSingleKeys, keepSingleKeys } from "../keys.ts";

const SAVE = "Ctrl S";
const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["Ctrl K", "Go to a loan, broker or screen"],
  [SAVE, "Save the loan"],
  ["Ctrl Z", "Undo what a message offers to undo"],
  ["/", "Search this list"],
  ["j", "Next row of a list; on a loan, the next loan"],
  ["k", "Previous row of a list; on a loan, the previous loan"],
  ["Enter", "Open the row"],
  ["?", "Show this sheet"],
];

/** Opens the sheet, where keys without Ctrl can be switched off. */
export async function openSheet(): Promise<void> {
  await addStyles(paletteFacts().styles);
  if (document.querySelector("dialog:modal")) return;
  const box = element("input", { type: "checkbox" });
  box.checked = hasSingleKeys();
  box.addEventListener("change", () => keepSingleKeys(box.checked));
  const close = element("button", { class: "btn primary", type: "button", autofocus: true }, "Close");
  const dialog = element(
    "dialog",
    { class: "slim shortcut-sheet", "aria-labelledby": "shortcut-title", closedby: "any" },
    element("header", {}, element("h2", { id: "shortcut-title" }, "Keyboard shortcuts")),
    element(
      "dl",
      {},
      ...KEYS.filter(([keys]) => keys !== SAVE || document.querySelector(".loan-head")).flatMap(([keys, words]) => [
        element("dt", {}, ...keys.split(" ").map((key) => element("kbd", {}, key))),
        element("dd", {}, words),
      ]),
    ),
    element("label", { class: "check" }, box, element("span", {}, "Keys without Ctrl are on")),
    element("p", { class: "small mute" }, "On a Mac, Ctrl is Cmd. No key does anything while you type in a field."),
    element("footer", {}, close),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
