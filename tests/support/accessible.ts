import { AxeBuilder } from "@axe-core/playwright";
import assert from "node:assert/strict";
import type { Page } from "playwright";

/** Fails with the rule and the elements where axe finds something; `what` names the state. Waits for movements to end. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // The bar's animation follows the scrolling and never ends.
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== "running")
  );
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 300))]), [], what);
}
