/** Pages are fetched ahead when a pointer rests on their link, by the rules that every page's answer names. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
Deno.test.beforeAll(async () => {
  site = await openSite();
});
Deno.test.afterAll(() => site.close());

browserTest(
  "a link under the pointer is prefetched and its page is shown from that; files are not",
  async ({ newPage }) => {
    const page = await newPage(`${site.url}/login`);
    const rules = await page.request.get(`${site.url}/login`).then((answer) => answer.headers()["speculation-rules"]);
    const file = await page.request.get(new URL(JSON.parse(rules), site.url).href);
    assert.equal(file.headers()["content-type"], "application/speculationrules+json");
    assert.match(file.headers()["cache-control"], /immutable/);
    const fetchedAhead = page.waitForEvent(
      "request",
      (request) =>
        new URL(request.url()).pathname === "/register" && /prefetch/.test(request.headers()["sec-purpose"] ?? ""),
    );
    await page.locator('header a[href="/register"]').hover();
    await fetchedAhead;
    await page.locator('header a[href="/register"]').click();
    await page.waitForURL("**/register");
    const [entry] = await page.evaluate(() =>
      performance.getEntriesByType("navigation").map((e) =>
        (e as PerformanceNavigationTiming & { deliveryType: string }).deliveryType
      )
    );
    assert.equal(entry, "navigational-prefetch");
  },
);
