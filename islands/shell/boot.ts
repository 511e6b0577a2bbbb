// The loader: finds the islands of a page and hydrates each when it is wanted. No framework code in this file.
import { keepClick, keepFields } from "./early_input.ts";

/** Waits for the trigger in `data-on`; without one, none. */
function moment(element: HTMLElement): Promise<void> | void {
  switch (element.dataset.on) {
    case "idle":
      return new Promise((go) =>
        "requestIdleCallback" in globalThis ? requestIdleCallback(() => go()) : setTimeout(go, 200)
      );
    case "interaction":
      return new Promise((go) => {
        for (const type of ["pointerdown", "focusin", "keydown"]) {
          element.addEventListener(type, go as () => void, { capture: true, once: true });
        }
      });
    case "visible":
      return new Promise((go) => {
        const watch = new IntersectionObserver((seen) => {
          if (!seen.some((entry) => entry.isIntersecting)) return;
          watch.disconnect();
          go();
        }, { rootMargin: "200px" });
        // The wrapper has no box of its own, so observe its children.
        for (const child of element.children) watch.observe(child);
      });
  }
}

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const { name, src = "", props = "{}" } = element.dataset;
  const release = keepClick(element);
  try {
    if (document.readyState === "loading") await new Promise((go) => addEventListener("DOMContentLoaded", go));
    await moment(element);
    // Only hashed files of ours: injected markup must not choose a script.
    if (!/^\w+-[A-Z0-9]{8}\.js$/.test(src)) throw new Error(`no script: ${name}`);
    const { hydrate, [name!]: island } = await import(`/assets/${src}`);
    await hydrate(element, island, JSON.parse(props), keepFields(element));
    element.dataset.ready = "";
  } catch (error) {
    console.error(error);
  }
  release("ready" in element.dataset);
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
