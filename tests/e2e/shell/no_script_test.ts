/** The public pages without JavaScript offer nothing that only a script could do. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;

Deno.test.beforeAll(async () => {
  opened = await openSite();
});

Deno.test.afterAll(() => opened.close());

browserTest("without JavaScript no public page shows a button that does nothing", async ({ newPage }) => {
  for (const path of ["/", "/login", "/register", "/contact"]) {
    const page = await newPage(opened.url + path, { javaScript: false });
    // Without a script nothing waits for the styles, which hide what a script would move.
    await page.waitForLoadState();
    assert.ok(await page.locator("button[type=submit]").count() > 0, `${path} has its form`);
    const dead = page.locator("button[type=button]:not([popovertarget]):not([command])").locator("visible=true");
    assert.deepEqual(await dead.evaluateAll((all) => all.map((e) => e.outerHTML)), [], path);
  }
});
