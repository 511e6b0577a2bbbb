import type { Page } from "playwright";

/**
 * What moves the page when it gets the focus though it is in view, in a bar that stays there: each with how far, in
 * pixels. The page is looked at from its middle.
 */
export const movesTheView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInBar = (element: Element): boolean => {
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (["sticky", "fixed"].includes(getComputedStyle(one).position)) return true;
      }
      return false;
    };
    const middle = (document.documentElement.scrollHeight - innerHeight) / 2;
    const moved: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")) {
      if (!one.checkVisibility({ visibilityProperty: true }) || !isInBar(one)) continue;
      (document.activeElement as HTMLElement | null)?.blur();
      scrollTo({ top: middle, behavior: "instant" });
      const { top, bottom } = one.getBoundingClientRect(), before = scrollY;
      if (top < 0 || bottom > innerHeight) continue;
      one.focus();
      if (Math.abs(scrollY - before) > 1) moved.push(`${one.outerHTML.slice(0, 120)}: ${scrollY - before}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo({ top: 0, behavior: "instant" });
    return moved;
  });
