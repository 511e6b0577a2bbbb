import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import type { Page } from "playwright";

/** The rules of axe that read colours, by which alone a page in the dark theme differs from the light one. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Fails with the rule and the elements where axe finds something; `what` names the state. Waits for movements to end.
 * Under a dark system only colours are asked, so a test that shows a page in the dark shows it in the light too.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // The bar's animation follows the scrolling and never ends.
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== "running")
  );
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // Only violations are written out: the selectors of all that passed would take longer than the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (dark ? axe.withRules(COLOUR_RULES) : axe).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 300))]), [], what);
}
