/** The settings' tables in a phone's window: what a row is about can be read. */
import assert from "node:assert/strict";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;

Deno.test.beforeAll(async () => {
  site = await openSite();
});
Deno.test.afterAll(() => site.close());

browserTest("a phone shows the words of a table's rows whole, and ends those of three words with a mark", async (v) => {
  const [name, value] = (await site.t.account({ role: 99 })).cookie.split("=");
  const page = await v.newPage(`${site.url}/dashboard/settings`, { width: 390, cookies: { [name]: value } });
  await islandsReady(page);
  await page.locator("details.fold").evaluateAll((all) => all.forEach((one) => one.toggleAttribute("open", true)));
  const words = page.locator(".text-cell input");
  const cut = await words.evaluateAll((all) =>
    (all as HTMLInputElement[]).filter((one) => one.scrollWidth > one.clientWidth + 2).map((one) => one.value)
  );
  assert.deepEqual(cut, ["Investment in Another Property"]);
  assert.equal(await words.first().evaluate((one) => getComputedStyle(one).textOverflow), "ellipsis");
  await assertNoSidewaysScroll(page);
});
