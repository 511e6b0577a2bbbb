/** The bar above the map's list: how many of the loans in view are green, yellow and red, in these colours. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const admin = await t.account({ role: 9 });
const openAs = opener(() => site.url);

browserTest("the bar has a part for each band, in the colour of the band's mark below it", async (visit) => {
  for (const [shownScore, loans] of [[0, 3], [3, 2], [5, 1]]) {
    for (let i = 0; i < loans; i++) await makeLoan(t, { shownScore });
  }
  const page = await openAs(visit, admin, "/dashboard/maploans");
  await page.locator(".split-bar rect").nth(2).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const [bar, line] = await page.locator(":is(.split-bar, .list-tally)").evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect().width)
    );
    assert.equal(bar, line, `as wide as its list at ${width} pixels`);
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const fills = await page.locator(".split-bar rect").evaluateAll((parts) =>
      parts.map((part) => getComputedStyle(part).fill)
    );
    const marks = await page.locator(".list-tally .band svg").evaluateAll((icons) =>
      icons.map((icon) => getComputedStyle(icon).color)
    );
    assert.equal(fills.length, 3);
    assert.deepEqual(fills, marks, colorScheme);
    assert.equal(new Set(fills).size, 3, fills.join());
  }
});
