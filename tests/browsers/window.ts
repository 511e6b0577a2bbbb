/** A window of some browser, driven by whatever it understands, and what a person does in it. */

/** What each engine's protocol does for a window. Functions run in the page and take and answer JSON. */
export interface Driver {
  name: string;
  version: string;
  open(url: string): Promise<void>;
  size(width: number, height: number): Promise<void>;
  run<T>(code: string, args: readonly unknown[]): Promise<T>;
  /** Presses in the middle of what the CSS selector finds first. */
  press(selector: string): Promise<void>;
  /** Types into what has the focus; "Escape", "Enter" and "Tab" are keys. */
  type(text: string): Promise<void>;
  choose(selector: string, file: string): Promise<void>;
  /** The page as it is printed on letter paper, as a PDF; none where the engine cannot be asked. */
  paper?: () => Promise<Uint8Array>;
  /** What went wrong in the page so far, as far as the engine tells. */
  errors(): string[];
  close(): Promise<void>;
}

const WAIT_MS = 30_000, ASK_AGAIN_MS = 50;
/** Marks the element that was found last, so that every protocol finds it by a selector. */
const MARK = "data-found-here";

/** The window of a person: finds by words, waits, presses and fills. */
export class Window {
  constructor(readonly driver: Driver) {}

  /** Runs a function of the page with JSON arguments and gives its answer. */
  run<A extends unknown[], T>(act: (...args: A) => T, ...args: A): Promise<T> {
    return this.driver.run<T>(act.toString(), args);
  }

  /** Waits until a function of the page answers something; throws with `what` where it never does. */
  async until<A extends unknown[], T>(what: string, act: (...args: A) => T, ...args: A): Promise<T> {
    const last = Date.now() + WAIT_MS;
    for (;;) {
      // While a page goes away it can neither be asked nor answer.
      const found = await this.run(act, ...args).catch((error) => error as Error);
      if (found && !(found instanceof Error)) return found;
      if (Date.now() > last) throw found instanceof Error ? found : new Error(`waited in vain: ${what}`);
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
    }
  }

  async open(url: string): Promise<void> {
    await this.driver.open(url);
    await this.ready();
  }

  /** Waits until the page is there and its islands are awake. */
  async ready(): Promise<void> {
    await this.until("the islands", () =>
      document.readyState === "complete" &&
      [...document.querySelectorAll<HTMLElement>("is-land:not([data-on])")]
        .every((one) => one.dataset.ready !== undefined));
  }

  /** Waits until the address has this path. */
  async arrive(path: string): Promise<void> {
    await this.until(path, (path) => location.pathname === path, path);
    await this.ready();
  }

  /** Waits for an element that can be seen and has these words as its name or text; marks it. */
  async find(selector: string, words = ""): Promise<string> {
    await this.until(
      `${selector} "${words}"`,
      (selector, words, mark) => {
        const nameOf = (one: Element) => {
          const labels = [...(one as HTMLInputElement).labels ?? []].map((label) => label.textContent);
          return [one.getAttribute("aria-label"), one.textContent, ...labels].map((text) => text?.trim() ?? "");
        };
        const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
        const all = [...root.querySelectorAll<HTMLElement>(selector)]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }));
        const found = all.find((one) => !words || nameOf(one).includes(words)) ??
          all.find((one) => nameOf(one).some((name) => name.startsWith(words)));
        for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
        found?.setAttribute(mark, "");
        found?.scrollIntoView({ block: "center", behavior: "instant" });
        // A menu that slides in is not there yet.
        const { x, y, width, height } = found?.getBoundingClientRect() ?? new DOMRect(-1);
        return x + width / 2 > 0 && x + width / 2 < innerWidth && y + height / 2 > 0 && y + height / 2 < innerHeight;
      },
      selector,
      words,
      MARK,
    );
    return `[${MARK}]`;
  }

  async press(selector: string, words = ""): Promise<void> {
    await this.driver.press(await this.find(selector, words));
  }

  /** Fills the field with this label as a person does: marks what is there and types over it. */
  async fill(label: string, text: string): Promise<void> {
    await this.find("input, textarea", label);
    await this.run((mark) => {
      const field = document.querySelector<HTMLInputElement>(`[${mark}]`)!;
      field.focus();
      field.select();
    }, MARK);
    await this.driver.type(text);
  }
}
