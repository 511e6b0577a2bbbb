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
