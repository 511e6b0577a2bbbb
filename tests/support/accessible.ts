import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import type { Page } from "playwright";

/** The rules of axe that read colours, by which alone a page in the dark theme differs from the light one. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails with the rule and the elements where axe finds something, in either theme of the system; `what` names the state.
 * The page is asked whole in the light one. Waits for movements to end.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    await assertNoViolations(page, `${what}, ${colorScheme}`, colorScheme === "dark" ? COLOUR_RULES : undefined);
  }
}

/** Waits until nothing moves, and what has just changed was drawn. The bar's animation follows the scrolling and never ends. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== "running")
  );
}

/** Only violations are written out: the selectors of all that passed would take longer than the rules. */
async function assertNoViolations(page: Page, what: string, rules?: string[]): Promise<void> {
  // The size of what is pressed (WCAG 2.2) is asked by name alone.
  const axe = new AxeBuilder({ page }).setLegacyMode()
    .options({ resultTypes: ["violations"], rules: rules ? {} : { "target-size": { enabled: true } } });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.filter(ownFault).map(({ html }) => html.slice(0, 300))]);
  assert.deepEqual(found.filter(([, nodes]) => nodes.length), [], what);
}

/** A bar that stays in sight lies over whatever the page is scrolled to: that makes no target smaller. */
const ownFault = ({ any }: { any: { data: unknown }[] }): boolean =>
  !any.some(({ data }) => /^partiallyObscured/.test((data as { messageKey?: string } | null)?.messageKey ?? ""));
