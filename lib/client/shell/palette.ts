/** The command palette: a combobox over screens, loans, brokers and commands. Loaded when it is asked for. */
import { callApi } from "../call_api.ts";
import { debounce, element, icon } from "../dom.ts";
import { type Entry, type Found, type Group, groupsFor } from "./palette_entries.ts";
import { addStyles, paletteFacts } from "./palette_facts.ts";
import { openSheet } from "./shortcut_sheet.ts";

/** Between a keystroke and the search, in milliseconds. */
const PAUSE_MS = 120;

const LIST = "palette-list";

let opening = false;

/** Opens the palette; the focus returns to where it was. */
export async function openPalette(): Promise<void> {
  if (opening) return;
  opening = true;
  try {
    await addStyles(paletteFacts().styles);
  } finally {
    opening = false;
  }
  if (!document.querySelector("dialog:modal")) new Palette().dialog.showModal();
}

class Palette {
  readonly field = element("input", {
    type: "text",
    role: "combobox",
    "aria-label": "Go to a loan, broker or screen",
    "aria-expanded": "true",
    "aria-controls": LIST,
    "aria-autocomplete": "list",
    placeholder: "Go to a loan, broker or screen",
    maxlength: "120",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly list = element("div", { role: "listbox", id: LIST, "aria-label": "Results" });
  readonly said = element("p", { role: "status", class: "palette-status" });
  readonly dialog = element(
    "dialog",
    { class: "palette", "aria-label": "Go to", closedby: "any" },
    element("div", { class: "search-box" }, icon("search"), this.field),
    this.list,
    this.said,
  );
  /** What is shown, in order. */
  #options: { node: HTMLElement; entry: Entry }[] = [];
  #active = 0;
  #found: Found | null = null;
  #search = new AbortController();
  /** Enter came before the answer: the first result is opened once it is there. */
  #goes = false;

  constructor() {
    const ask = debounce(() => this.#ask(), PAUSE_MS);
    this.field.addEventListener("input", () => {
      this.#goes = false;
      this.#search.abort();
      this.#found = null;
      this.#active = 0;
      this.#draw();
      ask();
    });
    this.field.addEventListener("keydown", (event) => this.#press(event));
    this.dialog.addEventListener("close", () => {
      this.#search.abort();
      this.dialog.remove();
    });
    document.body.append(this.dialog);
    this.#draw();
  }

  get #typed(): string {
    return this.field.value.trim();
  }

  async #ask(): Promise<void> {
    const typed = this.#typed;
    if (!typed || !this.dialog.open) return;
    const { signal } = this.#search = new AbortController();
    const result = await callApi<{ data: Found }>(`/api/loans/find?q=${encodeURIComponent(typed)}`, undefined, {
      signal,
    });
    if (signal.aborted) return;
    this.#found = result.response ? result.data : { loans: [], brokers: [] };
    this.#draw();
    if (!result.response) this.said.textContent = "The search did not answer. Type on to try again.";
    else if (this.#goes) this.#options[0]?.node.click();
  }

  #press(event: KeyboardEvent): void {
    const last = this.#options.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: this.#active === last ? 0 : this.#active + 1,
      ArrowUp: this.#active === 0 ? last : this.#active - 1,
      PageDown: last,
      PageUp: 0,
    };
    if (event.isComposing) return;
    if (event.key in steps) {
      event.preventDefault();
      this.#mark(Math.max(0, steps[event.key]));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = this.#options[this.#active];
      if (chosen) {
        chosen.node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keysOf(event) }));
      } else this.#goes = this.#typed !== "" && this.#found === null;
    }
  }

  #mark(at: number): void {
    this.#active = at;
    this.#options.forEach(({ node }, i) => node.setAttribute("aria-selected", String(i === at)));
    const node = this.#options[at]?.node;
    if (!node) return this.field.removeAttribute("aria-activedescendant");
    this.field.setAttribute("aria-activedescendant", node.id);
    node.scrollIntoView({ block: "nearest" });
  }

  #draw(): void {
    const selected = this.#options[this.#active]?.entry;
    this.#options = [];
    const groups = groupsFor(this.#typed, this.#found, () => {
      this.dialog.close();
      openSheet();
    });
    this.list.replaceChildren(...groups.map((group) => this.#group(group)));
    const again = this.#options.findIndex(({ entry }) =>
      selected && entry.name === selected.name && entry.href === selected.href
    );
    this.#mark(this.#active === 0 ? 0 : Math.max(0, again));
    const n = this.#options.length;
    const waits = this.#typed !== "" && this.#found === null;
    this.said.textContent = n > 0
      ? `${n} ${n === 1 ? "result" : "results"}`
      : waits
      ? "Searching"
      : "Nothing matches. Type the start of a name, a city or a code.";
    this.said.classList.toggle("visually-hidden", n > 0);
  }

  #group({ title, entries }: Group): HTMLElement {
    const box = element("div", { role: "group", "aria-label": title });
    box.append(element("p", { "aria-hidden": "true" }, title));
    for (const entry of entries) {
      const attributes = { id: `palette-${this.#options.length}`, role: "option", tabindex: "-1" };
      const content = [icon(entry.icon), element("span", {}, entry.name)];
      if (entry.why) content[1].append(element("small", {}, entry.why));
      if (entry.more) content.push(element("small", {}, entry.more));
      const node = entry.href
        ? element("a", { ...attributes, href: entry.href }, ...content)
        : element("button", { ...attributes, type: "button" }, ...content);
      if (entry.run) node.addEventListener("click", entry.run);
      this.#options.push({ node, entry });
      box.append(node);
    }
    return box;
  }
}

const keysOf = ({ ctrlKey, metaKey }: KeyboardEvent) => ({ ctrlKey, metaKey });
