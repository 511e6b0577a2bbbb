/** The settings' tables in a phone's window: what a row is about can be read. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertNoSidewaysScroll, browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;

Deno.test.beforeAll(async () => {
  site = await openSite();
});
Deno.test.afterAll(() => site.close());

/** Settings 390 pixels wide, every fold open; without `face` the fonts of the system stand in for ours. */
async function openNarrow(v: Visit, face: boolean, panel = "rating"): Promise<Page> {
  const [name, value] = (await site.t.account({ role: 99 })).cookie.split("=");
  const page = await v.newPage(`${site.url}/healthz`, { width: 390, cookies: { [name]: value } });
  if (!face) await page.route("**/*.woff2", (route) => route.fulfill({ body: "" }));
  await page.goto(`${site.url}/dashboard/settings?panel=${panel}`);
  await islandsReady(page);
  await page.locator("details.fold").evaluateAll((all) => all.forEach((one) => one.toggleAttribute("open", true)));
  return page;
}

for (const face of [true, false]) {
  const what = face ? "" : ", also before its font is there";
  browserTest(`a phone shows the words of a table's rows whole, but those of three with a mark${what}`, async (v) => {
    const page = await openNarrow(v, face);
    const words = page.locator(".text-cell input");
    const cut = await words.evaluateAll((all) =>
      (all as HTMLInputElement[]).filter((one) => one.scrollWidth > one.clientWidth + 2).map((one) => one.value)
    );
    assert.deepEqual(cut, ["Investment in Another Property"]);
    assert.equal(await words.first().evaluate((one) => getComputedStyle(one).textOverflow), "ellipsis");
    await assertNoSidewaysScroll(page);
  });
}

browserTest("choices in a phone's tables show their words whole, and no table is wider than its section", async (v) => {
  const page = await openNarrow(v, true, "general");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const cut = await page.locator("table.rates :not(.band) > select").evaluateAll((all) => {
      const paper = document.createElement("canvas").getContext("2d")!;
      return (all as HTMLSelectElement[]).filter((one) => {
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(one);
        paper.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const words = paper.measureText(one.selectedOptions[0].text).width;
        return words + parseFloat(paddingLeft) + parseFloat(paddingRight) > one.clientWidth + 1;
      }).map((one) => one.selectedOptions[0].text);
    });
    assert.deepEqual(cut, [], `${width}`);
    const wide = await page.locator("table.rates").evaluateAll((all) =>
      all.filter((one) => one.clientWidth > one.parentElement!.clientWidth).map((one) => one.ariaLabel ?? one.outerHTML)
    );
    assert.deepEqual(wide, [], `${width}`);
  }
});
