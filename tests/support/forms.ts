/**
 * What every form must show: red while it is wrong, nothing red once it is right, and no message on top of a control.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";

/** Fails unless something is marked as wrong. */
export async function assertRed(page: Page): Promise<void> {
  await page.locator("[aria-invalid=true], .error, #toasts .toast[data-kind=bad]").first().waitFor();
}

/** Waits until nothing is marked as wrong any more: no field, no message, no red toast. */
export async function assertNoRed(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("[aria-invalid=true], .error, .toast[data-kind=bad]"));
}

/** Waits until no control that can be used lies under a message. */
export async function assertToastsClear(page: Page): Promise<void> {
  await page.locator("#toasts .toast").first().waitFor();
  // Messages move out of the way a frame after they come. A function, since the page's policy evaluates no text.
  const covered = ({ controls, list }: { controls: string; list: boolean }) => {
    const boxes = [...document.querySelectorAll("#toasts .toast")].map((one) => one.getBoundingClientRect());
    const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    const found = [...root.querySelectorAll<HTMLElement>(controls)].filter((one) => {
      if (one.closest("#toasts") || !one.checkVisibility({ visibilityProperty: true })) return false;
      const a = (one.closest("label") ?? one).getBoundingClientRect();
      return a.width > 1 && boxes.some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      );
    });
    return list ? found.map((one) => one.outerHTML.slice(0, 120)) : found.length === 0;
  };
  try {
    await page.waitForFunction(covered, { controls: CONTROLS, list: false }, { timeout: 10_000 });
  } catch (error) {
    assert.deepEqual(await page.evaluate(covered, { controls: CONTROLS, list: true }), [], "under a message");
    throw error;
  }
}

/** Fills a field rightly and leaves it: its red goes with the edit, and does not come back when it is left. */
export async function correctField(page: Page, field: Locator, right: string): Promise<void> {
  await field.fill(right);
  assert.equal(await field.getAttribute("aria-invalid"), null, "an edit takes the error away");
  await field.blur();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await field.getAttribute("aria-invalid"), null, "what is right stays so when it is left");
}
