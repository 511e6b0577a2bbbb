import type { Page } from "playwright";

/** Least height of what a finger presses, in pixels. */
const LEAST = 44;

/** What is pressed, but for the way past the menus, which only a keyboard shows. */
const CONTROLS = "a[href]:not(.skip),button,input:not([type=hidden]),select,textarea,summary";

/**
 * The controls in view that a finger can hardly hit: `38 button.btn.slim: Upload`, the height that can be pressed
 * first. Left out are links within a sentence, those of a row that can be pressed as a whole, and marks of a chart.
 */
export const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(({ LEAST, CONTROLS }) => {
    const said = (element: Element | null) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

    /** The control, or the label that is pressed for it. */
    const pressed = (control: HTMLElement): HTMLElement =>
      control.matches("[type=checkbox],[type=radio],[type=file]")
        ? (control as HTMLInputElement).labels?.[0] ?? control
        : control;

    function isLeftOut(control: HTMLElement): boolean {
      if (control.closest("svg,[inert]")) return true;
      const row = control.closest(".row-title")?.closest("tr");
      if (row && getComputedStyle(row).cursor === "pointer") return true;
      const isInline = (element: Element) => getComputedStyle(element).display === "inline";
      let line = control.parentElement!;
      while (isInline(line)) line = line.parentElement!;
      return control.matches("a") && isInline(control) && said(line).length > said(control).length;
    }

    /** How much of a control's middle line can be pressed, in pixels; 0 where something hides it. */
    function heightOf(target: HTMLElement): number {
      target.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = target.getBoundingClientRect();
      const hits = (dy: number) => target.contains(document.elementFromPoint(left + width / 2, top + height / 2 + dy));
      if (width < 2 || !hits(0)) return 0;
      let up = 0, down = 0;
      while (up < LEAST && hits(-up - 1)) up++;
      while (down < LEAST && hits(down + 1)) down++;
      return Math.max(height, up + 1 + down);
    }

    return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || isLeftOut(control)) return [];
      const target = pressed(control), height = heightOf(target);
      if (height === 0 || height > LEAST - 1) return [];
      const name = [target.tagName.toLowerCase(), ...target.classList].join(".");
      return [`${Math.round(height)} ${name}: ${control.ariaLabel ?? (said(target) || control.id)}`];
    });
  }, { LEAST, CONTROLS });

/** Fields in view whose letters are below 16 pixels, where Safari on a phone enlarges the page: `15 textarea#note`. */
export const smallLetters = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("input,select,textarea,[contenteditable=true]")].flatMap((field) => {
      const isTyped = !field.matches("[type=checkbox],[type=radio],[type=range],[type=file],[type=hidden]");
      const size = parseFloat(getComputedStyle(field).fontSize);
      const name = `${size} ${field.localName}: ${field.ariaLabel ?? field.id}`;
      return isTyped && field.checkVisibility() && size < 16 ? [name] : [];
    })
  );

/**
 * Links that do not stand on the line of the words beside them: `10.8 Set it: Not set: rate`, by how many pixels. Asked
 * are texts of one line in parts of a row that begin at one height. Buttons with a frame stand in their own middle.
 */
export const linksOffTheirLine = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Words = { text: Text; box: DOMRect; baseline: number; part: Element };
    const LEAST = 2;
    /** Where the letters of our face stand in the height of their line: the ascent by ascent and descent. */
    const ASCENT = 1.024 / 1.424;

    const partOf = (element: Element): Element =>
      getComputedStyle(element).display === "inline" ? partOf(element.parentElement!) : element;

    /** The texts in view of one line each. */
    function wordsIn(root: Element): Words[] {
      const found: Words[] = [], walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const text = walk.currentNode as Text, around = text.parentElement!, range = document.createRange();
        if (!text.data.trim() || around.closest("svg,option,.visually-hidden,.count")) continue;
        if (!around.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (boxes.length !== 1) continue;
        const [box] = boxes;
        found.push({ text, box, baseline: box.top + box.height * ASCENT, part: partOf(around) });
      }
      return found;
    }

    return [...document.querySelectorAll("main :is(a[href], button):not(.btn)")].flatMap((link) => {
      const row = link.closest("li,tr,dl,p,h2"), [own] = row ? wordsIn(link) : [];
      const all = own ? wordsIn(row!) : [];
      const beside = all.filter(({ text, box, part }) =>
        part !== own.part && !link.contains(text) && (box.right <= own.box.left || box.left >= own.box.right) &&
        Math.abs(part.getBoundingClientRect().top - own.part.getBoundingClientRect().top) < 1
      );
      const off = beside.find(({ baseline }) => Math.abs(baseline - own.baseline) > LEAST);
      return off ? [`${(own.baseline - off.baseline).toFixed(1)} ${own.text.data}: ${off.text.data}`] : [];
    });
  });
