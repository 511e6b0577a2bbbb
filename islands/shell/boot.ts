// The loader: finds the islands of a page and hydrates each when it is wanted. No framework code in this file.
import { keepClick, keepFields } from "./early_input.ts";

/** Events of a person: some click or type without a pointer or keyboard, and files may be dragged in. */
const SIGNS = ["pointerdown", "focusin", "keydown", "click", "input", "dragenter", "scroll"];

/** Resolves when a person touches something within the element; for the document also when they scroll. */
const touched = (within: Node) =>
  new Promise<void>((go) => {
    const look = ({ target }: Event) => {
      if (!within.contains(target as Node)) return;
      for (const type of SIGNS) document.removeEventListener(type, look, true);
      go();
    };
    for (const type of SIGNS) document.addEventListener(type, look, true);
  });

/** Once an island is seen, or nearly. */
const seen = (element: HTMLElement) =>
  new Promise<void>((go) => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      go();
    }, { rootMargin: "200px" });
    // The wrapper has no box of its own, so observe its children.
    for (const child of element.children) watch.observe(child);
  });

/** Waits for the trigger in `data-on`; without one, none. */
function moment(element: HTMLElement): Promise<void> | void {
  switch (element.dataset.on) {
    case "interaction":
      return touched(element);
    case "visible":
      return seen(element);
    case "touch":
      return touched(document);
    case "later":
      return Promise.race([seen(element), touched(document)]);
  }
}

/** The address of each script: browsers may remember a failed one, so a retry uses another. */
const addresses = new Map<string, string>();

/** Imports an island's script. Without an answer an island that waited asks again whenever it is touched. */
async function fetchScript(element: HTMLElement, src: string, refused: () => void) {
  for (;;) {
    const address = addresses.get(src) ?? `/assets/${src}`;
    try {
      return await import(address);
    } catch (error) {
      if (!element.dataset.on) throw error;
      addresses.set(src, address + "?");
      refused();
      await touched(element);
    }
  }
}

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const { name, src = "", props = "{}" } = element.dataset;
  const held = keepClick(element);
  try {
    if (document.readyState === "loading") await new Promise((go) => addEventListener("DOMContentLoaded", go));
    await moment(element);
    // Only hashed files of ours: injected markup must not choose a script.
    if (!/^\w+-[A-Z0-9]{8}\.js$/.test(src)) throw new Error(`no script: ${name}`);
    const { hydrate, [name!]: island } = await fetchScript(element, src, () => {
      held.forget();
      dispatchEvent(new Event("part-missing"));
    });
    await hydrate(element, island, JSON.parse(props), keepFields(element));
    element.dataset.ready = "";
  } catch (error) {
    console.error(error);
  }
  held.release("ready" in element.dataset);
}

customElements.define(
  "is-land",
  class extends HTMLElement {
    #woken = false;
    connectedCallback() {
      if (this.#woken) return;
      this.#woken = true;
      hydrateIsland(this);
    }
  },
);
