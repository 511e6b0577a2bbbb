import type { Page } from "playwright";

/**
 * Holds back the first answer to a call until `release`, which resolves once the page has had the time to use it.
 * `change`: what to make of it, so that it can be told from a later one.
 */
export async function holdFirst(
  page: Page,
  call: string,
  change?: (text: string) => string,
): Promise<{ release(): Promise<void> }> {
  const gate = Promise.withResolvers<void>(), arrived = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(call, async (route) => {
    if (++asked > 1) return await route.continue();
    const answer = await route.fetch();
    await gate.promise;
    await route.fulfill({ response: answer, body: change?.(await answer.text()) });
    arrived.resolve();
  });
  return {
    async release() {
      gate.resolve();
      await arrived.promise;
      // Two frames: the answer is read, and what it changes is drawn.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    },
  };
}
