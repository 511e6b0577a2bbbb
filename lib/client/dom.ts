/** The element with this id, as the class that is asked for; null when it is not there or is another kind. */
export function byId<T extends Element = HTMLElement>(
  id: string,
  kind: { new (): T } = HTMLElement as never,
): T | null {
  const found = document.getElementById(id);
  return found instanceof kind ? found : null;
}

type Attributes = Record<string, string | boolean | undefined>;

/**
 * Makes an element: `element("button", { class: "btn", type: "button" }, "Undo")`. `true` writes an empty attribute.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** One drawing of the page's sprite, hidden from assistive technology. */
export function icon(name: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `${document.documentElement.dataset.sprite ?? ""}#${name}`);
  svg.append(use);
  return svg;
}

/** Calls `run` once going back restores this very page, as it was left. A page that is still loading is not. */
export const onRestored = (run: () => void): void =>
  addEventListener("pageshow", function restored(event) {
    if (!(event as PageTransitionEvent).persisted) return;
    removeEventListener("pageshow", restored);
    run();
  });

/** Calls `run` once the calls have been quiet for `ms` milliseconds. */
export function debounce(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

/**
 * Writes a cookie for the whole site, for a year; an empty value takes it away. The server reads it at the next page.
 */
export function setCookie(name: string, value: string): void {
  const age = value ? 365 * 24 * 60 * 60 : 0;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
